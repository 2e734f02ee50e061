/** Sends a request that only the running server of a data folder can carry out. */
import type { Contact } from "../../server/maintenance/data-folder.ts";

export function askServer(
  { url, token }: Contact,
  path: string,
  given: { readonly body?: object; readonly timeoutMs: number },
): Promise<Response> {
  return fetch(`${url}${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    signal: AbortSignal.timeout(given.timeoutMs),
    ...(given.body === undefined ? {} : { body: JSON.stringify(given.body) }),
  });
}
