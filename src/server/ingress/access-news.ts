/** Tells from a delivery whether what people may see, or who is signed in, has changed. */
import { z } from "zod";

export type AccessNews =
  /** Lists of visible repositories may be out of date. */
  | { readonly type: "changed" }
  /** A person has revoked their authorization of the App. */
  | { readonly type: "revoked"; readonly nodeId: string };

const revocationEvent = "github_app_authorization";
const accessEvents: ReadonlySet<string> = new Set([
  "repository",
  "installation",
  "installation_repositories",
  "installation_target",
]);
const revoked = z.object({ action: z.literal("revoked"), sender: z.object({ node_id: z.string() }) });

/** Undefined if it is about something else. */
export function accessNews(event: string, payload: Buffer): AccessNews | undefined {
  if (accessEvents.has(event)) return { type: "changed" };
  if (event !== revocationEvent) return undefined;
  const read = revoked.safeParse(jsonIn(payload));
  return read.success ? { type: "revoked", nodeId: read.data.sender.node_id } : undefined;
}

function jsonIn(payload: Buffer): unknown {
  try {
    return JSON.parse(payload.toString());
  } catch {
    return undefined;
  }
}
