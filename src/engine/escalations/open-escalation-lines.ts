/**
 * Tells who was asked to decide about an issue, and what happens when, for the statuses of what waits for it.
 */
import { toMinuteUtc } from "../../base/clock.ts";
import type { AskedLine } from "../../protocol/text/lines.ts";
import { mayShow } from "../admission/privacy.ts";
import type { NodeId } from "../model/fact.ts";
import type { RuleInput } from "../model/rule.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import { issueNameById } from "../wording/issue-name.ts";
import { openEscalations } from "./escalation-state.ts";
import { deadlineOf } from "./reminders/deadline.ts";
import { turnsOf } from "./reminders/reminders.ts";
import { silenceOn } from "./silence.ts";

/** The open escalations about the issue `id`, oldest first. */
export function openEscalationLines(input: RuleInput, id: NodeId): readonly AskedLine[] {
  const { view, record } = input;
  return openEscalations(view, id).map((escalation) => {
    const name = issueNameById(input, escalation.seen.id);
    const people = escalation.seen.assignees.map(({ login }) => login);
    return mayShow(view, record, escalation.seen)
      ? { name, people, ...momentOf(input, escalation) }
      : { name, people: [] };
  });
}

/** Absolute times, independent of the current time, so that the comment is not edited as time passes. */
function momentOf(input: RuleInput, escalation: IssueRecord): Omit<AskedLine, "name" | "people"> {
  const { option = 0, from, because } = silenceOn({ ...input, record: escalation }) ?? {};
  if (from !== undefined) return { byDefault: { option: String(option), from: toMinuteUtc(from) } };
  const notTaken = because === undefined ? {} : { notTaken: { option: String(option), because } };
  return { ...dueOf(input, escalation), ...notTaken };
}

function dueOf(input: RuleInput, escalation: IssueRecord): Pick<AskedLine, "due" | "remindedAt"> {
  const due = deadlineOf(escalation);
  if (due !== undefined) return { due: toMinuteUtc(due) };
  const [reminder] = turnsOf({ ...input, record: escalation })[0]?.reminders ?? [];
  return reminder === undefined ? {} : { remindedAt: toMinuteUtc(reminder) };
}
