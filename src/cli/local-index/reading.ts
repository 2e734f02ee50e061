/**
 * How up to date the index of a data folder is. Asks only the server that uses that folder, so that reading costs
 * no request to GitHub.
 */
import { z } from "zod";
import { systemClock } from "../../base/clock.ts";
import type { DataAge } from "../../operations/output/look.ts";
import type { Board } from "../../operations/ports.ts";
import { readContact } from "../../server/maintenance/data-folder.ts";
import { classifySilence, silencePhrase } from "./silence.ts";

const timeoutMs = 2_000;
const healthShape = z.object({ status: z.string() });

/** Never rejects. @param home absolute path of the data folder */
export async function readingOf(home: string, board: Pick<Board, "readAt">): Promise<DataAge> {
  const now = systemClock.now();
  const remark = await serverRemark(home);
  if (remark === undefined) return { asOf: now, isFresh: true, remark };
  return { asOf: await board.readAt(), isFresh: false, remark };
}

const noServer = "no server runs with this data folder";

/** Undefined if the server is ready. */
async function serverRemark(home: string): Promise<string | undefined> {
  const contact = readContact(home);
  if (contact === undefined) return noServer;
  try {
    const response = await fetch(`${contact.url}/health`, { signal: AbortSignal.timeout(timeoutMs) });
    const { status } = healthShape.parse(await response.json());
    return status === "ready" ? undefined : `the server is ${status} (signalbox doctor says why)`;
  } catch (thrown) {
    const silence = classifySilence(thrown);
    if (silence === "nobody there") return noServer;
    if (silence === "not allowed") return `the server cannot be asked: ${silencePhrase(thrown)}`;
    if (silence === "unknown" || silence === "other program")
      return `${noServer}: another program answers at ${contact.url}`;
    return `the server does not say how it is: ${silencePhrase(thrown)} (signalbox doctor looks further)`;
  }
}
