/**
 * Sends one sign of life to the server that a file names. Do not import anything here that takes time to load: a
 * hook runs it after every step of an agent, which waits for it.
 */
import { readFileSync } from "node:fs";
import { request } from "node:http";
import { isNetworkForbidden, networkForbidden } from "../../base/no-network.ts";

export interface BeatBody {
  readonly agent: string;
  readonly session?: string | undefined;
  /** `owner/name`. */
  readonly repo?: string | undefined;
  readonly issue?: number | undefined;
  readonly lease?: number | undefined;
  readonly doing?: string | undefined;
  readonly isLeaving?: boolean | undefined;
}

/** What the server said: for an end or a refusal also why, as a phrase, and which agent has the task now. */
export interface BeatReply {
  readonly type: string;
  readonly why?: string | undefined;
  readonly holder?: string | undefined;
}

/** Undefined if no server replied within `timeoutMs`. Never rejects. @param contactFile absolute path */
export function postBeat(
  contactFile: string,
  body: BeatBody,
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal?: AbortSignal },
): Promise<BeatReply | undefined> {
  return new Promise((resolve) => {
    try {
      const contact = JSON.parse(readFileSync(contactFile, "utf8"));
      const sent = request(`${contact.url}/control/beat`, {
        method: "POST",
        agent: false,
        headers: { authorization: `Bearer ${contact.token}`, "content-type": "application/json" },
        signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal === undefined ? [] : [signal])]),
      });
      sent.on("error", (error) =>
        resolve(isNetworkForbidden(error) ? { type: "not allowed", why: networkForbidden } : undefined),
      );
      sent.on("response", (response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (part) => {
          text += part;
        });
        response.on("error", () => resolve(undefined));
        response.on("end", () => resolve(response.statusCode === 200 ? readReply(text) : undefined));
      });
      sent.end(JSON.stringify(body));
    } catch {
      resolve(undefined);
    }
  });
}

/** Another program may have the port of a server that was killed. */
function readReply(text: string): BeatReply | undefined {
  try {
    const { type, why, holder } = JSON.parse(text);
    if (typeof type !== "string") return undefined;
    return { type, why: phrase(why), holder: phrase(holder) };
  } catch {
    return undefined;
  }
}

function phrase(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
