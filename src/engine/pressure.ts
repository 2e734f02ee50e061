/**
 * How urgent an issue is at a given moment: what its text or a command says, and for a question one step more with each
 * deadline that passed without an answer. Nothing is remembered, so a restart or a jump of the clock changes nothing.
 */
import type { Millis } from "../base/clock.ts";
import { parseDuration } from "../base/duration.ts";
import { urgencies } from "../protocol/question.ts";
import { urgencyOf } from "./commands/urgency.ts";
import { questionStanding } from "./question-standing.ts";
import type { Situation } from "./rule.ts";
import type { IssueRecord } from "./snapshot.ts";
import { isAdmitted } from "./trust.ts";

export interface Pressure {
  readonly urgency: string | undefined;
  /** When it rises next, or is overdue; undefined if nothing of the kind is to come. */
  readonly risesAt: Millis | undefined;
  /** When it was, or will be, as urgent as can be for a whole step without an answer. */
  readonly overdueAt: Millis | undefined;
}

/** From the least urgent on. */
const ladder: readonly string[] = urgencies.toReversed();

export function pressureOn({ record, context }: Situation): Pressure {
  const urgency = urgencyOf(record);
  const step = parseDuration(context.settings.deadlines.raise);
  const from = ladder.indexOf(urgency ?? "");
  if (from < 0 || step === undefined || !isWaiting(record))
    return { urgency, risesAt: undefined, overdueAt: undefined };
  const since = waitingSince(record);
  const passed = Math.max(0, Math.floor((context.now - since) / step));
  const reached = Math.min(from + passed, ladder.length - 1);
  const steps = ladder.length - from;
  const risesAt = passed < steps ? since + (passed + 1) * step : undefined;
  return { urgency: ladder[reached], risesAt, overdueAt: since + steps * step };
}

function isWaiting(record: IssueRecord): boolean {
  return record.reading.kind === "question" && isAdmitted(record) && questionStanding(record) === "open";
}

/** Since it was asked, reopened, or somebody last said how urgent it is. */
function waitingSince({ seen, memory }: IssueRecord): Millis {
  return Math.max(seen.createdAt, seen.reopenedAt ?? 0, memory.urgency?.since ?? 0);
}
