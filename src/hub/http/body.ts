/** Reads a request's body: JSON, or a form if a browser posts one. */
import type { HubRequest } from "./request.ts";

export type BodyResult = { readonly kind: "body"; readonly body: unknown } | { readonly kind: "invalid" };

export function readBody({ method, headers, body }: HubRequest): BodyResult {
  if (body.length === 0 || method === "GET") return { kind: "body", body: undefined };
  const content = body.toString();
  if (headers["content-type"]?.startsWith("application/x-www-form-urlencoded") && !content.startsWith("{"))
    return { kind: "body", body: Object.fromEntries(new URLSearchParams(content)) };
  try {
    return { kind: "body", body: JSON.parse(content) };
  } catch {
    return { kind: "invalid" };
  }
}
