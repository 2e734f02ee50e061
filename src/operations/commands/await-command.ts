/** Waits until the App has carried out a command, or refused it. */
import { z } from "zod";
import type { Millis } from "../../base/clock.ts";
import type { NodeId } from "../../engine/model/fact.ts";
import type { OperationPorts } from "../operation.ts";
import type { CommandSeen } from "./command-board.ts";

const lookEveryMs = 100;

export const commandOutcome = z.object({
  result: z
    .enum(["done", "refused", "ignored", "time limit", "broken off"])
    .describe("`ignored`: the caller may not; `broken off`: the caller has gone, or the server stops"),
  reply: z.string().optional().describe("what the App says to it, in Markdown"),
  waitedMs: z.number(),
});
export type Outcome = Readonly<z.output<typeof commandOutcome>>;

export async function awaitCommand(
  { board, clock, signal }: OperationPorts,
  issue: NodeId,
  comment: NodeId,
  timeoutMs: number,
): Promise<Outcome> {
  const startedAt: Millis = clock.now();
  let version: number | undefined;
  let seen: CommandSeen | undefined;
  for (;;) {
    const current = await board.version();
    if (current !== version) seen = await board.commandSeen(issue, comment);
    version = current;
    const waitedMs = clock.now() - startedAt;
    if (seen?.outcome !== undefined)
      return { result: seen.outcome, waitedMs, ...(seen.reply === undefined ? {} : { reply: seen.reply }) };
    if (waitedMs >= timeoutMs) return { result: "time limit", waitedMs };
    if (signal?.aborted === true) return { result: "broken off", waitedMs };
    await clock.sleep(Math.min(lookEveryMs, timeoutMs - waitedMs), signal);
  }
}
