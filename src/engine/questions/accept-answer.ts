/**
 * Accepts the earliest answer by a user who may answer the question. An earlier one whose author's role
 * cannot be read defers the others: accepting the second and learning of the first later would be worse than
 * waiting.
 */

import { keepWords, wordsAlone } from "../../protocol/decided-words.ts";
import { shortenLines } from "../../protocol/render/shorten.ts";
import { isAdmitted, trustOf } from "../admission/trust.ts";
import type { TextVersion } from "../matters/text-version.ts";
import { questionIn, questionState } from "../messages/question-state.ts";
import type { CommentSeen } from "../model/fact.ts";
import type { Accepted, PersistedState } from "../model/persisted-state.ts";
import {
  type DelayedRefresh,
  nothing,
  type RuleInput,
  refreshSelf,
  retryRead,
  type StateRule,
} from "../model/rule.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import { namedRecords, recordsThatName } from "../model/view.ts";
import { answerersIn } from "./answerers.ts";
import { type Candidate, candidatesBefore, candidatesFor } from "./candidates.ts";
import { awaitsPages, rulingOnCandidate, whyKept, whyLowered } from "./lowered.ts";
import { decisionThatOverrules } from "./overruling.ts";

export const acceptAnswer: StateRule = { name: "accept-answer", updateState };

function updateState(input: RuleInput) {
  const { record } = input;
  if (questionIn(record) === undefined || !isAdmitted(record)) return nothing;
  const { accepted, disputed, ...rest } = record.persisted;
  if (accepted !== undefined && hasLostTrust(input, accepted))
    return { persisted: rest, refreshes: answerIssues(input) };
  const overruling = accepted && decisionThatOverrules(input, accepted);
  if (overruling !== undefined)
    return {
      persisted: { ...rest, accepted: overruling },
      refreshes: [...answerIssues(input), ...waitingTasks(input)],
    };
  const state = questionState(record);
  if (state === "answered" || state === "withdrawn" || state === "dead") return nothing;
  const choice = earliestAnswer(input, candidatesFor(input));
  if (choice === "unknown")
    return { refreshes: [retryRead(record, "An answerer's role could not be read.")] };
  if (choice === "unread")
    return { refreshes: [refreshSelf(record, pagesRetryMs, "The pages about it were not read yet.")] };
  if (choice === undefined)
    return accepted !== undefined && state !== "answer deleted"
      ? { persisted: { ...rest, disputed: keptOf(accepted) } }
      : nothing;
  return {
    persisted: { ...rest, accepted: choice },
    refreshes: refreshesOnceAnswered(input),
  };
}

/** Tasks of an open question are refreshed when it is closed, which accepting its answer leads to. */
function isClosed({ seen }: IssueRecord): boolean {
  return seen.issueState.state === "closed";
}

/** A status shows no more. */
const kept = 300;

function keptOf({ decision, by, editor, number, commentNumber }: Accepted): PersistedState["disputed"] {
  return {
    decision: shortenLines(wordsAlone(decision), kept),
    by,
    ...(editor === undefined ? {} : { editor }),
    ...(number === undefined ? {} : { number }),
    ...(commentNumber === undefined ? {} : { commentNumber }),
  };
}

/** Until the question is closed, those whose words answered it must still be trusted (trust rule 2). */
function hasLostTrust({ view, record, context }: RuleInput, accepted: Accepted): boolean {
  if (record.seen.issueState.state === "closed") return false;
  const { repositoryId } = record.seen;
  return answerersIn(accepted).some((by) => trustOf(view, repositoryId, by, context) === "untrusted");
}

/** How long the coordinator may take to read the pages after a push. */
const pagesRetryMs = 5_000;

/** The one of them that counts; or why it cannot be told yet: a role, or pages, that are not read. */
function earliestAnswer(
  input: RuleInput,
  candidates: readonly Candidate[],
): Accepted | "unknown" | "unread" | undefined {
  for (const candidate of candidates) {
    if (candidate.binding.type === "changed") continue;
    const { text } = candidate.binding;
    if (whyKept(input, candidate) !== undefined) continue;
    const ruling = rulingOnCandidate(input, candidate);
    if (ruling.allowed === "unknown") return "unknown";
    if (!ruling.allowed || whyLowered(input, candidate, ruling).length > 0) continue;
    return awaitsPages(input, candidate) ? "unread" : acceptedFrom(candidate, text, ruling.row);
  }
  return undefined;
}

/**
 * Commands are obeyed before answers are accepted, and may be read together with an answer that was given earlier. Unknown
 * while it cannot be told whether that one counts: what is taken meanwhile would overtake it.
 */
export function isAnsweredBefore(input: RuleInput, comment: CommentSeen): boolean | "unknown" {
  const counts = earliestAnswer(input, candidatesBefore(input, comment));
  return counts === "unknown" || counts === "unread" ? "unknown" : counts !== undefined;
}

export function acceptedFrom(
  {
    id,
    number,
    commentNumber,
    by,
    decision,
    because = "",
    createdAt: at,
    how,
  }: Pick<Candidate, "id" | "number" | "commentNumber" | "by" | "decision" | "because" | "createdAt" | "how">,
  version: TextVersion,
  row: string,
): Accepted {
  const [{ id: actorId, login }, ...others] = by;
  const editor = others.find((each) => each.id !== actorId);
  const place = {
    ...(number === undefined ? {} : { number }),
    ...(commentNumber === undefined ? {} : { commentNumber }),
  };
  const reason = because === "" ? {} : { because };
  return {
    version,
    at,
    how,
    word: id,
    ...place,
    by: { id: actorId, login },
    ...(editor === undefined ? {} : { editor: { id: editor.id, login: editor.login } }),
    decision: keepWords(decision),
    ...reason,
    row,
  };
}

/** What has a new state to show once a question is answered. */
export function refreshesOnceAnswered(input: RuleInput): readonly DelayedRefresh[] {
  return [...answerIssues(input), ...(isClosed(input.record) ? waitingTasks(input) : [])];
}

/** Answers and escalations of an answered question have a new state to show. */
function answerIssues({ view, record }: RuleInput): readonly DelayedRefresh[] {
  return recordsThatName(view, record.seen.id)
    .filter(({ reading: { kind } }) => kind === "answer" || kind === "escalation")
    .map((other) => refreshSelf(other, 0, "Its question was answered."));
}

/** Nothing that GitHub shows changes with such a decision, so nothing else would refresh its tasks. */
function waitingTasks({ view, record }: RuleInput): readonly DelayedRefresh[] {
  const linked = record.seen.blocking.issues.flatMap(({ id }) => view.records.get(id) ?? []);
  return [...new Set([...namedRecords(view, record), ...linked])]
    .filter(({ reading }) => reading.kind === "task")
    .map((task) => refreshSelf(task, 0, "A decision that it builds on was made or changed."));
}
