/**
 * Computes how urgent a question is at a given moment, and when people are asked about it. With
 * `deadlines.raise`, the setting of earlier versions, the urgency rises one step with each deadline that
 * passes without an answer; otherwise the urgency alone determines how long others have. Nothing is stored,
 * so a restart or a clock jump changes nothing.
 */
import type { Millis } from "../../base/clock.ts";
import { parseDuration } from "../../base/duration.ts";
import { type Urgency, urgencies } from "../../protocol/kinds/question.ts";
import type { Settings } from "../../protocol/settings/config.ts";
import { defaultAfter } from "../../protocol/settings/escalation-settings.ts";
import { isAdmitted } from "../admission/trust.ts";
import { questionState } from "../messages/question-state.ts";
import type { RuleInput } from "../model/rule.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import { urgencyOf } from "./urgency.ts";

export interface UrgencyOverTime {
  readonly urgency: string | undefined;
  /** When it next rises or becomes overdue; undefined if neither is ahead. */
  readonly risesAt: Millis | undefined;
  /** When people were, or will be, asked about it if no answer comes. */
  readonly overdueAt: Millis | undefined;
}

/** Least urgent first. */
const ladder: readonly Urgency[] = urgencies.toReversed();

export function urgencyOverTime({ record, context }: RuleInput): UrgencyOverTime {
  const urgency = urgencyOf(record);
  const known = ladder.find((each) => each === urgency);
  if (known === undefined || !isWaiting(record)) return { urgency, risesAt: undefined, overdueAt: undefined };
  const since = waitingSince(record);
  const { now, settings } = context;
  const stepMs = stepIn(settings);
  if (stepMs !== undefined) return raisedBy(stepMs, known, since, now);
  const overdueAt = since + (parseDuration(afterIn(settings)[known]) ?? 0);
  return { urgency, risesAt: overdueAt > now ? overdueAt : undefined, overdueAt };
}

/** The urgency of an escalation about it, as one of the values that escalations use. */
export function urgencyForPeople(input: RuleInput): string {
  const { urgency = "blocking" } = urgencyOverTime(input);
  return urgency === "nice-to-have" ? "advisory" : urgency;
}

/** Undefined where `escalations.after` applies. */
function stepIn({ deadlines, escalations }: Settings): Millis | undefined {
  if (deadlines.raise === undefined || escalations.after !== undefined) return undefined;
  return parseDuration(deadlines.raise);
}

function afterIn({ escalations: { after = defaultAfter } }: Settings): Readonly<Record<Urgency, string>> {
  return { blocking: after.blocking, important: after.important, "nice-to-have": after.nice_to_have };
}

function raisedBy(stepMs: Millis, urgency: Urgency, since: Millis, now: Millis): UrgencyOverTime {
  const from = ladder.indexOf(urgency);
  const passed = Math.max(0, Math.floor((now - since) / stepMs));
  const reached = Math.min(from + passed, ladder.length - 1);
  const steps = ladder.length - from;
  const risesAt = passed < steps ? since + (passed + 1) * stepMs : undefined;
  return { urgency: ladder[reached], risesAt, overdueAt: since + steps * stepMs };
}

function isWaiting(record: IssueRecord): boolean {
  return record.reading.kind === "question" && isAdmitted(record) && questionState(record) === "open";
}

/** Since it was asked or reopened, or its urgency was last set. */
function waitingSince({ seen, persisted }: IssueRecord): Millis {
  return Math.max(seen.createdAt, seen.reopenedAt ?? 0, persisted.urgency?.since ?? 0);
}
