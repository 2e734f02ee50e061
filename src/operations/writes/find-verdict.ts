/** Finds what was made of a handover that was just opened, or waits for it. */
import { parseDuration } from "../../base/duration.ts";
import { namesHandover, TaskDone } from "../holding/task-done.ts";
import { inRepository, issueInput } from "../issue.ts";
import type { OperationPorts } from "../operation.ts";
import { awaitVerdict, type Verdict, verdictAtOnce } from "./await-verdict.ts";
import { type Opened, openedLines } from "./open-message.ts";
import type { VerdictSeen } from "./verdict-board.ts";

interface VerdictRequest {
  readonly wait: boolean;
  readonly timeout: string;
}

/** With `wait`, how the wait ended; else what was found at once. */
export interface HandoverVerdict {
  readonly verdict?: Verdict;
  readonly found?: VerdictSeen | undefined;
}

export async function findVerdict(
  ports: OperationPorts,
  request: VerdictRequest,
  opened: Opened,
): Promise<HandoverVerdict> {
  const { wait, timeout } = request;
  if (opened.wrote === "nothing") return {};
  const ref = await inRepository(ports, issueInput.parse(opened.issue));
  // A server that has not taken it up has found nothing of it.
  if (!wait && !opened.seen) return {};
  if (wait) for (const line of openedLines(opened)) ports.progress(line);
  try {
    if (!wait) return { found: await verdictAtOnce(ports, ref) };
    return { verdict: await awaitVerdict(ports, ref, parseDuration(timeout) ?? 0) };
  } catch (thrown) {
    // The lease ended with a verdict, before that of this one was read.
    if (!(thrown instanceof TaskDone)) throw thrown;
    if (namesHandover(thrown.done, ref)) return describeAcceptance(request);
    ports.progress(thrown.message);
    return wait ? { verdict: { outcome: "broken off", waitedMs: 0, problems: [] } } : {};
  }
}

/** What was found of a handover that had been accepted before anything of it was read. */
export function describeAcceptance({ wait }: Pick<VerdictRequest, "wait">): HandoverVerdict {
  return wait
    ? { verdict: { outcome: "accepted", waitedMs: 0, problems: [] } }
    : { found: { state: "accepted", problems: [] } };
}
