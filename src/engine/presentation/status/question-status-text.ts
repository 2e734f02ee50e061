/** Builds the status of a question: its decision first, then what it blocks. */
import { toMinuteUtc } from "../../../base/clock.ts";
import type { QuestionStatusData } from "../../../protocol/text/status.ts";
import { nameOfSpeaker, voiceOfAuthor } from "../../admission/speaking/voice.ts";
import { originalOf } from "../../blocking/dependencies/duplicates.ts";
import { removedEdges, unnamedEdges } from "../../blocking/dependencies/edges-shown.ts";
import { openEscalations } from "../../escalations/escalation-state.ts";
import { openEscalationLines } from "../../escalations/open-escalation-lines.ts";
import { asksPeopleAt } from "../../escalations/triggers/overdue.ts";
import { waitingTasks } from "../../escalations/triggers/waiting-tasks.ts";
import { settledWords } from "../../matters/text-version.ts";
import { currentAcceptedAnswer, questionIn, questionState } from "../../messages/question-state.ts";
import { suggestionFor } from "../../messages/suggestion.ts";
import { namedIn } from "../../model/names.ts";
import type { Accepted } from "../../model/persisted-state.ts";
import { proposalFor } from "../../model/proposal.ts";
import type { RuleInput } from "../../model/rule.ts";
import { recordOf } from "../../model/view.ts";
import { answersOffered } from "../../questions/answer-meant.ts";
import type { Candidate } from "../../questions/candidates.ts";
import { loweredAnswers } from "../../questions/lowered.ts";
import { fullTextPlace, issueNameById } from "../../wording/issue-name.ts";
import { isTroubled, type StatusText, statusEnding } from "../../wording/status-parts.ts";

export function questionStatusText(input: RuleInput): StatusText {
  const { record } = input;
  const original = originalOf(input.view, record);
  const state = original.type === "none" ? statusShown(input) : "duplicate";
  const accepted = state === "answer deleted" ? record.persisted.accepted : currentAcceptedAnswer(record);
  const asksAt = asksPeopleAt(input);
  const removed = state === "duplicate" ? [] : removedEdges(input);
  const data: QuestionStatusData = {
    status: state,
    isUnreadable: questionIn(record) === undefined,
    because: accepted?.because,
    ...decisionShown(input, accepted),
    reopenedBy: record.seen.reopenedBy?.login,
    answer: accepted?.number === undefined ? undefined : `#${accepted.number}`,
    policyRow: accepted?.row,
    asker: record.seen.author?.login,
    askingAgent: agentAsking(input),
    offered: state === "open" || state === "disputed" ? answersOffered(record) : [],
    blocks: state === "duplicate" ? [] : tasksHeld(input, removed),
    waiting: state === "open" ? waitingTasks(input) : [],
    escalations: openEscalationLines(input, record.seen.id),
    asksAt: asksAt === undefined ? undefined : toMinuteUtc(asksAt),
    lowered: loweredLines(input),
    suggestion: suggestedIn(input, state),
    same: sameAs(input),
    original: original.type === "known" ? issueNameById(input, original.record.seen.id) : undefined,
    removed,
    unnamed: state === "open" || state === "disputed" ? unnamedEdges(input) : [],
    ...statusEnding(input),
  };
  return { text: { name: "status-question", data }, isNews: isNews(data) };
}

/** What a reader has to know in addition to the question's state: that its answer is disputed. */
function statusShown({ view, record }: RuleInput): Exclude<QuestionStatusData["status"], "duplicate"> {
  const state = questionState(record);
  if (state === "open") return record.persisted.disputed === undefined ? "open" : "disputed";
  // Any other escalation about an answered question is no longer needed, and not open.
  const isContradicted = openEscalations(view, record.seen.id).length > 0;
  return state === "answered" && isContradicted ? "contradicted" : state;
}

/** The effective decision, or the one that was effective until the question was reopened. */
function decisionShown(
  { view, record }: RuleInput,
  accepted: Accepted | undefined,
): Pick<QuestionStatusData, "decision" | "whole" | "answeredBy" | "editedBy"> {
  const { disputed } = record.persisted;
  const shown = accepted ?? disputed;
  return {
    decision: accepted === undefined ? disputed?.decision : settledWords(record, accepted.decision),
    answeredBy: shown?.by.login,
    editedBy: shown?.editor?.login,
    whole: shown && fullTextPlace(view, record, record, shown),
  };
}

/** GitHub itself shows that it is open or a duplicate, and what it is "blocking". */
function isNews(data: QuestionStatusData): boolean {
  const isPlain = ["open", "withdrawn", "duplicate"].includes(data.status);
  const shown = [data.escalations, data.removed, data.unnamed, data.lowered];
  const linked = data.same ?? data.suggestion;
  return !isPlain || linked !== undefined || shown.some(({ length }) => length > 0) || isTroubled(data);
}

/** More of them would not be read. */
const maxLowered = 3;

function loweredLines(input: RuleInput): QuestionStatusData["lowered"] {
  const { view, record } = input;
  return loweredAnswers(input)
    .slice(0, maxLowered)
    .map(({ candidate, reasons, hash }) => ({
      by: nameOfSpeaker(candidate.by[0]),
      editedBy: editorIn(candidate.by),
      decision: candidate.decision,
      whole: fullTextPlace(view, record, record, candidate),
      reasons,
      command: `/approve ${hash}`,
      hash,
    }));
}

function editorIn([first, ...others]: Candidate["by"]): string | undefined {
  const editor = others.find(({ id }) => id !== first.id);
  return editor && nameOfSpeaker(editor);
}

/** Undefined if the login itself asks, or has the agent's name. */
function agentAsking({ view, record, context }: RuleInput): string | undefined {
  const voice = voiceOfAuthor(view, record, context);
  const name = voice && nameOfSpeaker(voice);
  return name === voice?.login ? undefined : name;
}

function suggestedIn(input: RuleInput, state: QuestionStatusData["status"]): string | undefined {
  const suggestion =
    state === "open" || state === "disputed" ? suggestionFor(input.view, input.record) : undefined;
  return suggestion && issueNameById(input, suggestion.seen.id);
}

/** The earlier question that asks the same and is still open. */
function sameAs({ view, record, context }: RuleInput): string | undefined {
  const proposed = proposalFor(view.proposals, record)?.proposed;
  const isConsidered = context.settings.coordinator.mode !== "off" && questionState(record) === "open";
  return isConsidered && proposed?.type === "rest" && proposed.same !== undefined
    ? `#${proposed.same}`
    : undefined;
}

/** Tasks that the text names, except those whose dependency a person removed. */
function tasksHeld(input: RuleInput, removed: readonly string[]): readonly string[] {
  const { view, record } = input;
  const tasks = namedIn(record.reading)
    .flatMap((ref) => recordOf(view, record, ref) ?? [])
    .filter(({ reading }) => reading.kind === "task");
  const names = tasks.map(({ seen }) => issueNameById(input, seen.id));
  return names.filter((name) => !removed.includes(name));
}
