/**
 * Decides whether the subject of an escalation was resolved in another way. Checks the recorded trigger, not
 * whether we would escalate now: a clock set back would otherwise withdraw escalations.
 */

import { sha256 } from "../../base/sha256.ts";
import { isAdmitted } from "../admission/trust.ts";
import { blockersOf } from "../blocking/blockers.ts";
import { deadBlockers, isAboutDeadBlocker } from "../blocking/dead-blockers.ts";
import { currentAcceptance } from "../handovers/handovers.ts";
import { bindReferral } from "../matters/bind-word.ts";
import { contractIn } from "../messages/contract-text.ts";
import { dependencyCycleOf, nameOfCycle } from "../messages/graph.ts";
import { openingReasonOf } from "../messages/opening-reason.ts";
import { currentOutcome } from "../messages/outcome.ts";
import { currentAcceptedAnswer, questionState } from "../messages/question-state.ts";
import { settingsAskedBy } from "../messages/settings-asked.ts";
import { subjectOf } from "../messages/subject.ts";
import type { NodeId } from "../model/fact.ts";
import type { OpeningReason } from "../model/keys/issue-key.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import { recordsThatName, type View } from "../model/view.ts";
import { roundOfContract } from "../polls/contract-poll.ts";
import { roundOf, voteIn } from "../polls/vote-poll.ts";
import { answerMeant } from "../questions/answer-meant.ts";

/** Why nothing is left to decide. */
export type ObsoleteReason =
  /** The question has an accepted answer. */
  | "answered"
  /** The question was edited since: people are asked about what it says now. */
  | "edited"
  /** Its subject is closed. */
  | "closed"
  /** Another user's escalation asks the same. */
  | "replaced"
  /** The accepted answer is no longer the one that was contradicted, or the other answer says something else. */
  | "changed"
  /** The blocker is open again, resolved or no longer a blocker. */
  | "cleared"
  /** The task is offered again, or someone has it. */
  | "offered"
  /** The issues no longer form a dependency cycle. */
  | "broken"
  /** The vote or contract has an outcome, or another text. */
  | "settled"
  /** Other settings replaced those that it asks about. */
  | "settings";

type ReasonOfType<Type> = Extract<OpeningReason, { readonly type: Type }>;

export function obsoleteReason(view: View, escalation: IssueRecord): ObsoleteReason | undefined {
  if (settingsAskedBy(escalation) !== undefined) return settingsMoot(view, escalation);
  const origin = subjectOf(view, escalation);
  if (origin === undefined) return undefined;
  const reason = openingReasonOf(view, escalation);
  switch (reason?.type) {
    case "contradiction":
      return currentAcceptedAnswer(origin)?.word === reason.acceptedId &&
        !isOtherEdited(view, escalation, reason.otherId)
        ? undefined
        : "changed";
    case "dead-blocker":
      return taskMoot(origin) ?? (isStillDead(view, origin, reason) ? undefined : "cleared");
    case "unmerged":
      return (
        taskMoot(origin) ?? (currentAcceptance(origin)?.commit === reason.commit ? undefined : "cleared")
      );
    case "lapsed":
      return taskMoot(origin) ?? (origin.persisted.lapses?.token === reason.token ? undefined : "offered");
    case "contract":
      return taskMoot(origin) ?? (isSameContract(origin, reason) ? undefined : "settled");
    case "vote":
      return taskMoot(origin) ?? (isSameRound(origin, reason) ? undefined : "settled");
    case "ring":
      return taskMoot(origin) ?? (isStillRing(view, origin, reason) ? undefined : "broken");
    default:
      return questionMoot(view, escalation, origin, reason);
  }
}

/** Whether the answer that an option showed says something else now. A comment's first text counts, so only an issue can. */
function isOtherEdited(view: View, escalation: IssueRecord, otherId: NodeId): boolean {
  const shown = escalation.seen.opened?.actions?.find((action) => action.do === "replace");
  const reading = view.records.get(otherId)?.reading;
  if (shown?.do !== "replace" || shown.answer === undefined || reading?.kind !== "answer") return false;
  if (reading.message?.kind !== "answer") return true;
  const origin = subjectOf(view, escalation);
  const said = reading.message.decision;
  const meant = origin === undefined ? said : answerMeant(origin, said, bindReferral(origin, escalation));
  return meant !== undefined && sha256(meant) !== shown.answer;
}

/** While the settings are not known yet, nothing is obsolete. */
function settingsMoot({ settingsAsked }: View, { seen }: IssueRecord): ObsoleteReason | undefined {
  const asked = settingsAsked?.get(seen.repositoryId);
  return asked === undefined || asked === seen.opened?.key ? undefined : "settings";
}

function questionMoot(
  view: View,
  escalation: IssueRecord,
  origin: IssueRecord,
  reason: OpeningReason | undefined,
): ObsoleteReason | undefined {
  if (currentAcceptedAnswer(origin) !== undefined) return "answered";
  if (reason === undefined) return undefined;
  if (origin.reading.kind === "question" && questionState(origin) !== "open") return "closed";
  if (isAboutEarlierText(origin, escalation)) return "edited";
  return othersAbout(view, escalation, origin).length > 0 ? "replaced" : undefined;
}

/** Whether its open question was edited since. A text that has no effect yet settles nothing and ends nothing. */
export function isAboutEarlierText(origin: IssueRecord, escalation: IssueRecord): boolean {
  const isCounting =
    origin.reading.kind === "question" && isAdmitted(origin) && origin.seen.altered === undefined;
  return (
    isCounting && questionState(origin) === "open" && bindReferral(origin, escalation).type === "changed"
  );
}

/** Waiting escalations by agents and people about the same subject. */
function othersAbout(view: View, escalation: IssueRecord, origin: IssueRecord): readonly IssueRecord[] {
  return waitingAbout(view, origin).filter(
    (other) => other !== escalation && isAdmitted(other) && openingReasonOf(view, other) === undefined,
  );
}

/** Our own waiting escalations that an escalation by an agent or a person makes obsolete. */
export function replacedBy(view: View, escalation: IssueRecord): readonly IssueRecord[] {
  const origin = subjectOf(view, escalation);
  if (origin === undefined) return [];
  return waitingAbout(view, origin).filter(
    (other) =>
      openingReasonOf(view, other) !== undefined && othersAbout(view, other, origin).includes(escalation),
  );
}

function waitingAbout(view: View, origin: IssueRecord): readonly IssueRecord[] {
  return recordsThatName(view, origin.seen.id)
    .filter(({ seen, persisted }) => seen.issueState.state === "open" && persisted.decided === undefined)
    .filter((other) => subjectOf(view, other) === origin);
}

function taskMoot({ seen }: IssueRecord): ObsoleteReason | undefined {
  return seen.issueState.state === "closed" ? "closed" : undefined;
}

function isStillDead(view: View, task: IssueRecord, death: ReasonOfType<"dead-blocker">): boolean {
  return deadBlockers(blockersOf(view, task)).some((blocker) => isAboutDeadBlocker(blocker, death));
}

function isSameRound(vote: IssueRecord, { round }: ReasonOfType<"vote">): boolean {
  return currentOutcome(vote) === undefined && (voteIn(vote) === undefined || roundOf(vote) === round);
}

function isSameContract(record: IssueRecord, { round }: ReasonOfType<"contract">): boolean {
  const text = contractIn(record);
  const isOpen = currentOutcome(record) === undefined;
  return isOpen && (text === undefined || roundOfContract(record) === round);
}

function isStillRing(view: View, task: IssueRecord, { ring }: ReasonOfType<"ring">): boolean {
  const members = dependencyCycleOf(task.seen.id, view.waits);
  return members !== undefined && nameOfCycle(members) === ring;
}
