/**
 * Requests a refresh from the running server, for a command that reads the index next to it. Do not trust the
 * contact file: a server that was killed leaves one behind, and a different program may now use its port.
 */
import { z } from "zod";
import type { Freshness } from "../../operations/ports.ts";
import type { FullRef } from "../../protocol/references/ref.ts";
import { controlPaths } from "../../server/http/control-paths.ts";
import { type Contact, readContact } from "../../server/maintenance/data-folder.ts";
import { askServer } from "./ask-server.ts";
import { classifySilence, type Silence } from "./silence.ts";

/** The server limits a refresh to two seconds, but a busy machine may take longer to respond. */
const timeoutMs = 5_000;
/** A server may run all the same. */
const unsure: ReadonlySet<Silence> = new Set(["not allowed", "too slow", "cut off"]);
const shape = z.object({ isFresh: z.boolean() });

/** Never rejects. @param home absolute path of the data folder */
export function refreshIssue(home: string, ref: FullRef): Promise<Freshness> {
  return refreshAt(readContact(home), ref);
}

/** Never rejects. @param contact of the server, or of a run, which may ask for what it may see */
export async function refreshAt(
  contact: Contact | undefined,
  { owner, repo, number }: FullRef,
): Promise<Freshness> {
  if (contact === undefined) return "no server";
  try {
    const response = await askServer(contact, controlPaths.look, {
      body: { owner, repo, number },
      timeoutMs,
    });
    if (response.status === 503 || response.status === 403) return "unsure";
    return shape.parse(await response.json()).isFresh ? "fresh" : "unsure";
  } catch (thrown) {
    const silence = classifySilence(thrown);
    return unsure.has(silence) ? "unsure" : "no server";
  }
}
