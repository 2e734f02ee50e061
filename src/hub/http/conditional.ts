/** Conditional requests: computes a response's ETag and whether the client already has that response. */
import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { HttpResponse } from "./response.ts";

export function serializeBody(body: unknown): string | Uint8Array | undefined {
  if (body === undefined) return undefined;
  return typeof body === "string" || body instanceof Uint8Array ? body : JSON.stringify(body);
}

export function tagOf(content: string | Uint8Array): string {
  return `W/"${createHash("sha256").update(content).digest("hex")}"`;
}

/** Whether a response gets an ETag: a successful read without other caching headers. */
export function hasTag(method: string | undefined, { status, headers }: HttpResponse): boolean {
  return (
    (method === "GET" || method === "HEAD") && status === 200 && headers?.["cache-control"] === undefined
  );
}

export function isSame(given: string | undefined, etag: string): boolean {
  const bare = (tag: string): string => tag.trim().replace(/^W\//, "");
  return given?.split(",").some((tag) => bare(tag) === bare(etag)) ?? false;
}

/** Whether to return 304. */
export function isNotModified(method: string, headers: IncomingHttpHeaders, response: HttpResponse): boolean {
  const given = headers["if-none-match"];
  const content = given !== undefined && hasTag(method, response) ? serializeBody(response.body) : undefined;
  return content !== undefined && isSame(given, tagOf(content));
}
