/** Computes when an escalation has to be decided, and when its default applies. Pure, for a given moment. */
import type { Millis } from "../../../base/clock.ts";
import { parseDuration } from "../../../base/duration.ts";
import type { Settings } from "../../../protocol/settings/config.ts";
import { bareTitle } from "../../../protocol/title.ts";
import { urgencyOf } from "../../asking/urgency.ts";
import { escalationIn } from "../../messages/subject.ts";
import type { IssueRecord } from "../../model/snapshot.ts";
import { reasonsAgainstSilence, wordReasons } from "../../questions/lowered.ts";

/** Undefined if none is set. */
export function deadlineOf(escalation: IssueRecord): Millis | undefined {
  const deadline = escalationIn(escalation)?.deadline;
  if (deadline === undefined) return undefined;
  return deadline.type === "at" ? deadline.at : escalation.seen.createdAt + deadline.afterMs;
}

/**
 * When the default applies if no one decides: at the deadline, but not before people have had the minimum
 * time that the settings give them, also since its last edit. Otherwise an agent could decide its own
 * escalation by setting a deadline of one minute. Never where its words, or those of the question that it is about, show a
 * decision that is people's: urgency is its author's word.
 */
export function defaultHoldsAt(
  escalation: IssueRecord,
  settings: Settings,
  subject: IssueRecord | undefined,
): Millis | undefined {
  const deadline = deadlineOf(escalation);
  const message = escalationIn(escalation);
  const option = message?.default === undefined ? undefined : message.options[message.default - 1];
  if (deadline === undefined || message === undefined || option === undefined) return undefined;
  if (!settings.escalations.defaults.some((each) => each === urgencyOf(escalation))) return undefined;
  const shown = {
    title: bareTitle(escalation.seen.title),
    body: `${message.question}\n\n${message.context}`,
  };
  const against = subject === undefined ? [] : reasonsAgainstSilence(subject, option, settings);
  if (against.length + wordReasons(shown, option).length > 0) return undefined;
  const { createdAt, editedAt = 0, renamed } = escalation.seen;
  const given = parseDuration(settings.escalations.deadline) ?? 0;
  return Math.max(deadline, Math.max(createdAt, editedAt, renamed?.at ?? 0) + given);
}
