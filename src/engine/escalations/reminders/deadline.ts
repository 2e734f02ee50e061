/** Computes when an escalation has to be decided, and from when its default may apply. */
import type { Millis } from "../../../base/clock.ts";
import { parseDuration } from "../../../base/duration.ts";
import type { Settings } from "../../../protocol/settings/config.ts";
import { escalationIn } from "../../messages/subject.ts";
import type { IssueRecord } from "../../model/snapshot.ts";

/** Undefined if none is set. */
export function deadlineOf(escalation: IssueRecord): Millis | undefined {
  const deadline = escalationIn(escalation)?.deadline;
  if (deadline === undefined) return undefined;
  return deadline.type === "at" ? deadline.at : escalation.seen.createdAt + deadline.afterMs;
}

/**
 * When a default applies if no one decides: at the deadline, but not before people have had the minimum time that the
 * settings give them, also since its last edit. Otherwise an agent could decide its own escalation by setting a deadline of
 * one minute. Undefined without a deadline.
 */
export function earliestDefault(escalation: IssueRecord, settings: Settings): Millis | undefined {
  const deadline = deadlineOf(escalation);
  if (deadline === undefined) return undefined;
  const { createdAt, editedAt = 0, renamed } = escalation.seen;
  const given = parseDuration(settings.escalations.deadline) ?? 0;
  return Math.max(deadline, Math.max(createdAt, editedAt, renamed?.at ?? 0) + given);
}
