/**
 * A plain client of the hub: no retries, no throttling, no helpful parsing, so that a test sees the answer as it was
 * sent. Octokit and gh have their own tests.
 */
import { createSign } from "node:crypto";
import type { Hub } from "../../src/hub/hub.ts";

export interface HubAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed where it was JSON, else text; undefined for none. */
  readonly body: unknown;
}

/** The App's own credentials, valid for a minute. */
export function appJwt({ app }: Pick<Hub, "app">): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
  const now = Math.floor(Date.now() / 1000);
  const signed = `${part({ alg: "RS256", typ: "JWT" })}.${part({ iat: now - 5, exp: now + 60, iss: app.id })}`;
  return `${signed}.${createSign("RSA-SHA256").update(signed).sign(app.privateKey, "base64url")}`;
}

/**
 * Sends one request.
 * @param token undefined to ask as nobody
 * @param request method and path, as in `GET /repos/acme/demo`
 */
export async function ask(
  hub: Pick<Hub, "url">,
  token: string | undefined,
  request: string,
  body?: unknown,
): Promise<HubAnswer> {
  const [method = "GET", path = "/"] = request.split(" ");
  const headers = {
    accept: "application/vnd.github+json",
    ...(token ? { authorization: `Bearer ${token}` } : {}),
  };
  const sent =
    body === undefined ? {} : { body: body instanceof URLSearchParams ? body : JSON.stringify(body) };
  const response = await fetch(hub.url + path, { method, headers, redirect: "manual", ...sent });
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.includes("json") === true;
  const read: unknown = text === "" ? undefined : isJson ? JSON.parse(text) : text;
  return { status: response.status, headers: response.headers, body: read };
}

function valueIn(body: unknown, fields: readonly string[]): unknown {
  let at = body;
  for (const field of fields) at = typeof at === "object" && at !== null ? Reflect.get(at, field) : undefined;
  return at;
}

/** A number in an answer, below these fields. */
export function numberIn(body: unknown, ...fields: readonly string[]): number {
  const found = valueIn(body, fields);
  if (typeof found === "number") return found;
  throw new Error(`The answer has no number ${fields.join(".")}: ${JSON.stringify(body)}`);
}

/** A text in an answer, below these fields. */
export function textIn(body: unknown, ...fields: readonly string[]): string {
  const found = valueIn(body, fields);
  if (typeof found === "string") return found;
  throw new Error(`The answer has no text ${fields.join(".")}: ${JSON.stringify(body)}`);
}
