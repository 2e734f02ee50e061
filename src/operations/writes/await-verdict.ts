/** Waits until a handover is accepted, or known to need changes, and says which. */
import { z } from "zod";
import type { Millis } from "../../base/clock.ts";
import type { FullRef } from "../../protocol/references/ref.ts";
import { durationText } from "../flags/duration-flag.ts";
import type { OperationPorts } from "../operation.ts";
import { oneLine } from "../output/terminal-text.ts";
import { endOfWait, type VerdictSeen } from "./verdict-board.ts";

const lookEveryMs = 100;

export const verdictShape = z.object({
  outcome: z
    .enum(["accepted", "changes needed", "closed", "time limit", "broken off"])
    .describe("`broken off`: the caller has gone, or the server stops"),
  waitedMs: z.number(),
  problems: z
    .array(z.string())
    .readonly()
    .describe("what contradicts it or has no evidence: a Markdown sentence each"),
});
export type Verdict = Readonly<z.output<typeof verdictShape>>;

export async function awaitVerdict(ports: OperationPorts, ref: FullRef, timeoutMs: number): Promise<Verdict> {
  const { board, clock, signal } = ports;
  const startedAt: Millis = clock.now();
  let version: number | undefined;
  let seen: VerdictSeen | undefined;
  let told = "";
  for (;;) {
    const current = await board.version();
    if (current !== version) seen = await verdictOf(ports, ref);
    version = current;
    const outcome = seen && endOfWait(seen);
    const problems = seen?.problems ?? [];
    const waitedMs = clock.now() - startedAt;
    if (outcome !== undefined) return { outcome, waitedMs, problems };
    if (waitedMs >= timeoutMs) return { outcome: "time limit", waitedMs, problems };
    if (signal?.aborted === true) return { outcome: "broken off", waitedMs, problems };
    const waitingFor = problems.map((problem) => `- ${oneLine(problem, 300)}`).join("\n");
    if (waitingFor !== told && waitingFor !== "") ports.progress(`Not verified yet:\n${waitingFor}`);
    told = waitingFor;
    await clock.sleep(Math.min(lookEveryMs, timeoutMs - waitedMs), signal);
  }
}

/** How long a verdict may take that is found without a check that has to run first. */
const atOnceMs: Millis = 3_000;

/** What was found of a handover that was just opened, where nobody waits for its verdict; undefined if nothing was yet. */
export async function verdictAtOnce(ports: OperationPorts, ref: FullRef): Promise<VerdictSeen | undefined> {
  const { clock, signal } = ports;
  const startedAt: Millis = clock.now();
  for (;;) {
    const seen = await verdictOf(ports, ref);
    if (seen !== undefined && seen.state !== "waiting") return seen;
    if (clock.now() - startedAt >= atOnceMs || signal?.aborted === true) return undefined;
    await clock.sleep(lookEveryMs, signal);
  }
}

export function verdictText(issue: string, { outcome, waitedMs, problems }: Verdict): string {
  const after = `after ${durationText(waitedMs)}`;
  const state = {
    accepted: `${issue} is accepted ${after}.`,
    "changes needed": `${issue} needs changes. Edit it, or push a fix:`,
    closed: `${issue} was closed without being accepted.`,
    "broken off": `${issue} is not accepted yet. Look again with: signalbox show ${issue}`,
    "time limit": `${issue} is not accepted ${after}. Look again with: signalbox show ${issue}`,
  }[outcome];
  return [state, ...problems.map((problem) => `- ${oneLine(problem, 300)}`)].join("\n");
}

async function verdictOf({ board }: OperationPorts, ref: FullRef): Promise<VerdictSeen | undefined> {
  return (await board.card(ref.owner, ref.repo, ref.number))?.verdict;
}
