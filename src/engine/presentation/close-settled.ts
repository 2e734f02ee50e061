/**
 * Closes what is finished: an answered question, its answer or escalation; an accepted handover and the task
 * that it completes; a discovery that called for no action and was shown.
 */
import { isAdmitted, responsibleUser } from "../admission/trust.ts";
import { choiceIn } from "../asking/decide-how.ts";
import { announcementEnd, isDiscoveryAnnounced } from "../discoveries/audience.ts";
import { escalationState } from "../escalations/escalation-state.ts";
import { completionOf } from "../handovers/completion.ts";
import { awaitsMerge, currentAcceptance, mergeDecisionOn } from "../handovers/handovers.ts";
import { choiceAbout } from "../leases/lapsing/lapses.ts";
import { currentAcceptedAnswer, questionState } from "../messages/question-state.ts";
import { isAboutBody, questionBehind } from "../messages/suggestion.ts";
import type { CloseReason, ClosesByKind } from "../model/close-reason.ts";
import type { Reason } from "../model/effect.ts";
import type { Accepted } from "../model/persisted-state.ts";
import { nothing, type ProjectionRule, type ProposedEffect, type RuleInput } from "../model/rule.ts";
import { type IssueRecord, roleIn } from "../model/snapshot.ts";
import { recordOf, type View } from "../model/view.ts";
import { nameAnswerers } from "../questions/answerers.ts";

const name = "close-settled";

/** @param closes what other capabilities say of their kinds */
export function closeSettled(closes: ClosesByKind): ProjectionRule {
  const all = { ...whyBy, ...closes };
  return { name, project: (input) => project(all, input) };
}

function project(all: ClosesByKind, input: RuleInput) {
  const { record } = input;
  const { kind } = record.reading;
  if (kind === undefined || record.seen.issueState.state === "closed") return nothing;
  const why = all[kind]?.(input);
  if (why === undefined) return nothing;
  const { as = "completed", ...reason } = why;
  const effect = { type: "CloseIssue", reason: as } as const;
  const proposed: ProposedEffect = {
    slot: { type: "close" },
    key: { type: "close", as },
    effect,
    reason: { rule: name, ...reason },
  };
  return { effects: [proposed] };
}

const whyBy: ClosesByKind = {
  question: questionSettled,
  answer: answerTaken,
  escalation: escalationOver,
  handover: handoverTaken,
  task: taskCompleted,
  discovery: discoveryAnnounced,
};

function discoveryAnnounced(input: RuleInput): CloseReason | undefined {
  const { issueState } = input.record.seen;
  if (!isDiscoveryAnnounced(input) || (issueState.state === "open" && issueState.reopened)) return undefined;
  return {
    because:
      announcementEnd(input.record) === undefined
        ? "It asks for no action, and every task that showed it is closed."
        : "It asks for no action, and everyone had a week to read it.",
  };
}

function handoverTaken({ view, record, context }: RuleInput): CloseReason | undefined {
  if (currentAcceptance(record) === undefined || !isAdmitted(record)) return undefined;
  if (awaitsMerge(record, context.settings)) return undefined;
  return acceptanceOf(view, record, "It was accepted");
}

function taskCompleted(input: RuleInput): CloseReason | undefined {
  const { view, record } = input;
  if (!isAdmitted(record)) return undefined;
  const handover = completionOf(input, record);
  return handover === undefined
    ? givenUp(input)
    : acceptanceOf(view, handover, `Its handover #${handover.seen.number} was accepted`);
}

function givenUp({ view, record }: RuleInput): CloseReason | undefined {
  const { lapses } = record.persisted;
  const decision = lapses?.isSetAside === true ? choiceAbout(view, record, lapses) : undefined;
  if (decision?.choice !== "close") return undefined;
  const { by, escalation } = decision;
  const role = roleIn(view, record.seen.repositoryId, by.id);
  return {
    as: "not_planned",
    because: `A person decided so in #${escalation.seen.number}.`,
    actor: { ...by, role },
  };
}

/** The user responsible: who accepted it despite the verdict, otherwise who handed over. */
function acceptanceOf(view: View, handover: IssueRecord, what: string): CloseReason {
  const { by: accepter, row } = handover.persisted.settled ?? {};
  const left = mergeDecisionOn(handover, currentAcceptance(handover)?.commit);
  const by = left?.by ?? accepter ?? responsibleUser(handover);
  const why = accepter === undefined ? "the evidence supports it" : `${accepter.login}, ${row}`;
  const because = `${what}: ${why}.`;
  if (by === undefined) return { because };
  return { because, actor: { ...by, role: roleIn(view, handover.seen.repositoryId, by.id) } };
}

/** As with answers: reopening it means that it is to be discussed. */
function escalationOver({ view, record }: RuleInput): CloseReason | undefined {
  const state = escalationState(view, record);
  if (record.seen.issueState.state === "open" && record.seen.issueState.reopened) return undefined;
  if (state.type === "obsolete")
    return { as: "not_planned", because: "What it is about has been resolved another way." };
  if (state.type === "approved") return { because: `${state.approved.by.login} approved the settings.` };
  if (state.type !== "decided") return undefined;
  const { by, row } = state.decided;
  const role = roleIn(view, record.seen.repositoryId, by.id);
  return { because: `${by.login} decided ${choiceIn(state.decided)}: ${row}.`, actor: { ...by, role } };
}

function questionSettled({ view, record }: RuleInput): CloseReason | undefined {
  const accepted = currentAcceptedAnswer(record);
  if (accepted === undefined) return undefined;
  return {
    because: `Answered by ${nameAnswerers(accepted)}: ${accepted.row}.`,
    ...settledBy(view, record, accepted),
  };
}

/** Only if it has not been reopened since: reopening an accepted answer means that it is to be discussed. */
function answerTaken({ view, record }: RuleInput): CloseReason | undefined {
  const message = record.reading.kind === "answer" ? record.reading.message : undefined;
  if (
    message?.kind !== "answer" ||
    (record.seen.issueState.state === "open" && record.seen.issueState.reopened)
  )
    return undefined;
  const question = recordOf(view, record, message.answers);
  const accepted = question && currentAcceptedAnswer(question);
  if (question !== undefined && accepted?.word !== record.seen.id && isOvertaken(record, question))
    return {
      as: "not_planned",
      because: `#${question.seen.number} is now a different question, or has been answered.`,
    };
  if (question === undefined || accepted?.word !== record.seen.id) return undefined;
  return { because: `It answered #${question.seen.number}.`, ...settledBy(view, question, accepted) };
}

/**
 * one of our answers is closed when its question is answered by another, or when the question's body changed.
 */
function isOvertaken(answer: IssueRecord, question: IssueRecord): boolean {
  if (questionBehind(answer) !== question.seen.id || answer.persisted.admitted?.approver !== undefined)
    return false;
  return questionState(question) !== "open" || !isAboutBody(answer, question);
}

function settledBy(view: View, question: IssueRecord, { by }: Accepted): Pick<Reason, "actor"> {
  return { actor: { ...by, role: roleIn(view, question.seen.repositoryId, by.id) } };
}
