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

/** Whether nothing listened at the address, so that no server runs and nothing was sent. */
export function isNobodyListening(thrown: unknown): boolean {
  const cause = thrown instanceof Error ? thrown.cause : undefined;
  return cause instanceof Error && "code" in cause && cause.code === "ECONNREFUSED";
}

/** What to tell a user whose request got no answer: a busy server is no absent one. @param home its data folder */
export function explainSilence(home: string, thrown: unknown): string {
  return isNobodyListening(thrown)
    ? `No server runs with the data folder ${home}. Start it: npm start`
    : `The server with the data folder ${home} runs, and did not answer in time. Try again; \`signalbox doctor\` says what keeps it busy.`;
}
