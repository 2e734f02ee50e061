/**
 * How up to date the index of a data folder is. Asks only the server that uses that folder, so that reading costs
 * no request to GitHub.
 */
import { z } from "zod";
import { systemClock } from "../../base/clock.ts";
import type { DataAge } from "../../operations/output/look.ts";
import type { Board } from "../../operations/ports.ts";
import { readContact } from "../../server/maintenance/data-folder.ts";

const timeoutMs = 2_000;
const healthShape = z.object({ status: z.string() });

/** Never rejects. @param home absolute path of the data folder */
export async function readingOf(home: string, board: Pick<Board, "readAt">): Promise<DataAge> {
  const now = systemClock.now();
  const status = await serverStatus(home);
  if (status === "ready") return { asOf: now, isFresh: true, remark: undefined };
  const asOf = await board.readAt();
  const remark =
    status === undefined
      ? "no server runs with this data folder"
      : `the server is ${status} (signalbox doctor says why)`;
  return { asOf, isFresh: false, remark };
}

/** Undefined if no server answers. */
async function serverStatus(home: string): Promise<string | undefined> {
  const contact = readContact(home);
  if (contact === undefined) return undefined;
  try {
    const response = await fetch(`${contact.url}/health`, { signal: AbortSignal.timeout(timeoutMs) });
    return healthShape.parse(await response.json()).status;
  } catch {
    return undefined;
  }
}
