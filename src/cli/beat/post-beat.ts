/**
 * Sends one sign of life to a server. Do not import anything here that takes time to load: a hook runs it after every step of
 * an agent, which waits for it.
 */
import { readFileSync } from "node:fs";
import { request } from "node:http";
import { isNetworkForbidden, networkForbidden } from "../../base/no-network.ts";
import type { Contact } from "../../server/maintenance/data-folder.ts";

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

/** Undefined for a file that names no server, or that is not there. @param path absolute */
export function contactInFile(path: string): Contact | undefined {
  try {
    const { url, token } = JSON.parse(readFileSync(path, "utf8"));
    return typeof url === "string" && typeof token === "string" ? { url, token } : undefined;
  } catch {
    return undefined;
  }
}

/** Undefined if there is no server, or none replied within `timeoutMs`. Never rejects. */
export async function postBeat(
  contact: Contact | undefined,
  body: BeatBody,
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal?: AbortSignal },
): Promise<BeatReply | undefined> {
  if (contact === undefined) return undefined;
  // Loaded for a server on another machine alone.
  const send = contact.url.startsWith("https:") ? (await import("node:https")).request : request;
  return new Promise((resolve) => {
    try {
      const sent = send(`${contact.url}/control/beat`, {
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
        response.on("end", () => resolve(readReply(response.statusCode, text)));
      });
      sent.end(JSON.stringify(body));
    } catch {
      resolve(undefined);
    }
  });
}

/** Another program may have the port of a server that was killed. */
function readReply(status: number | undefined, text: string): BeatReply | undefined {
  try {
    const { type, why, holder } = JSON.parse(text);
    // A token that does not count.
    if (status === 403 && typeof why === "string") return { type: "refused", why };
    if (status !== 200 || typeof type !== "string") return undefined;
    return { type, why: phrase(why), holder: phrase(holder) };
  } catch {
    return undefined;
  }
}

function phrase(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
