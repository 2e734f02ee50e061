/**
 * A fresh look by the running server, for a command that reads the index beside it. A newcomer would believe the
 * contact on disk: a server that was killed leaves one behind, and another program may have its port by now.
 */
import { z } from "zod";
import type { Freshness } from "../operations/ports.ts";
import type { FullRef } from "../protocol/ref.ts";
import { controlPaths } from "../server/control.ts";
import { readContact } from "../server/data-folder.ts";
import { askServer } from "./ask-server.ts";

/** The server bounds its look to two seconds; a busy machine may need longer to answer. */
const timeoutMs = 5_000;
const shape = z.object({ isFresh: z.boolean() });

/** @param home absolute path of the data folder. Never rejects */
export async function freshen(home: string, { owner, repo, number }: FullRef): Promise<Freshness> {
  const contact = readContact(home);
  if (contact === undefined) return "no server";
  try {
    const response = await askServer(contact, controlPaths.look, {
      body: { owner, repo, number },
      timeoutMs,
    });
    if (response.status === 503) return "unsure";
    return shape.parse(await response.json()).isFresh ? "fresh" : "unsure";
  } catch (thrown) {
    return thrown instanceof DOMException && thrown.name === "TimeoutError" ? "unsure" : "no server";
  }
}
