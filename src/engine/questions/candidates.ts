/**
 * Collects what may answer a question: answer issues, `/answer` in comments, and decisions by people. Does
 * not check who may.
 */
import type { Millis } from "../../base/clock.ts";
import type { Command } from "../../protocol/commands/command.ts";
import { wordsAlone } from "../../protocol/decided-words.ts";
import { exchangesIn } from "../admission/bot-exchanges.ts";
import { mayShow } from "../admission/privacy.ts";
import type { Voice } from "../admission/speaking/voice.ts";
import { authorsOfText, isAdmitted } from "../admission/trust.ts";
import { isTurnedDown } from "../admission/turned-down.ts";
import { isByDefault } from "../asking/decide-how.ts";
import { escalationsAbout } from "../asking/escalations-about.ts";
import { wordIn } from "../commands/bind-comment.ts";
import { type Binding, bindReferral, bindSettled, bindWord } from "../matters/bind-word.ts";
import { wayOf } from "../matters/settled-by.ts";
import type { Settlement } from "../matters/text-version.ts";
import { questionBehind } from "../messages/suggestion.ts";
import type { CommentSeen, NodeId } from "../model/fact.ts";
import type { RuleInput } from "../model/rule.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import { spokenCommands } from "../model/spoken-commands.ts";
import { recordsThatName } from "../model/view.ts";
import { compareWords, type PlacedWord } from "../model/word-order.ts";
import { rowThatAnswers, votesAbout } from "../polls/votes-about.ts";
import { answerMeant } from "./answer-meant.ts";

export interface Candidate {
  readonly id: NodeId;
  readonly number: number | undefined;
  /** The number in the address of the comment that contains it. */
  readonly commentNumber?: number | undefined;
  /** The same of the comment on an escalation, or a vote, in which a person decided. */
  readonly saidIn?: number | undefined;
  /** Whose words they are: all of them must be allowed to answer the question. */
  readonly by: readonly [Voice, ...Voice[]];
  readonly decision: string;
  /** The reason given by the person who decided an escalation; empty if none. */
  readonly because?: string | undefined;
  readonly createdAt: Millis;
  readonly how: Settlement["how"];
  /** The question that it answers, as its author was shown it. */
  readonly binding: Binding;
  /** Set if the settings let it count, regardless of who wrote the words. */
  readonly row?: string | undefined;
}

/** Answers by issue and by comment, earliest first, none older than the last reopening and none deleted. */
export function candidatesFor(input: RuleInput): readonly Candidate[] {
  const { seen, persisted } = input.record;
  const since = seen.reopenedAt ?? 0;
  const goneId = persisted.accepted?.gone === true ? persisted.accepted.word : undefined;
  return [...fromIssues(input), ...fromComments(input), ...fromEscalations(input), ...fromVotes(input)]
    .filter(({ id, createdAt }) => createdAt >= since && id !== goneId)
    .sort((a, b) => compareWords(placeOf(a), placeOf(b)));
}

/** Those that were said before the comment. */
export function candidatesBefore(input: RuleInput, comment: CommentSeen): readonly Candidate[] {
  const place = { ...comment, at: comment.createdAt };
  return candidatesFor(input).filter((each) => compareWords(placeOf(each), place) < 0);
}

/** What was decided in a comment on another issue stands where that comment does. */
function placeOf({ id, number, commentNumber, saidIn, createdAt: at }: Candidate): PlacedWord {
  return { id, at, number, commentNumber: saidIn ?? commentNumber };
}

function fromIssues({ view, record, context }: RuleInput): readonly Candidate[] {
  return recordsThatName(view, record.seen.id).flatMap((answer) => {
    const message = answer.reading.kind === "answer" ? answer.reading.message : undefined;
    if (message?.kind !== "answer" || !isAdmitted(answer)) return [];
    if (!mayShow(view, record, answer.seen) || answer.seen.altered !== undefined) return [];
    const { id, number, createdAt, issueState } = answer.seen;
    const takenBack = issueState.state === "closed" && issueState.reason !== "completed";
    const [first, ...others] = authorsOfText(view, answer, context);
    if (first === undefined || takenBack) return [];
    const binding = bindAnswer(record, answer, first, context);
    const decision = answerMeant(record, message.decision, binding);
    if (decision === undefined) return [];
    return [{ id, number, by: [first, ...others], decision, createdAt, how: "answer", binding }];
  });
}

/** Which text of the question an answer by an issue is about. @param by its author */
export function bindAnswer(
  question: IssueRecord,
  answer: IssueRecord,
  by: Voice,
  context: RuleInput["context"],
): Binding {
  if (questionBehind(answer) !== undefined) return bindReferral(question, answer);
  const { reading, seen } = answer;
  const textHash = reading.kind === undefined ? undefined : reading.envelope?.text;
  return bindWord(question, { by, at: seen.createdAt, textHash }, context);
}

function fromComments(input: RuleInput): readonly Candidate[] {
  const { record, context } = input;
  const { unheard } = exchangesIn(record.seen, context);
  const heard = record.seen.comments.filter(({ id }) => !unheard.has(id) && !isTurnedDown(record, id));
  return heard.flatMap((comment) =>
    spokenCommands(comment).flatMap((command) =>
      command.name === "answer" ? (said(input, comment, command) ?? []) : [],
    ),
  );
}

function said(
  input: RuleInput,
  comment: CommentSeen,
  command: Extract<Command, { readonly name: "answer" }>,
): Candidate | undefined {
  const { id, commentNumber, createdAt } = comment;
  const word = wordIn(input, comment, command);
  const binding = bindWord(input.record, word, input.context);
  const decision = answerMeant(input.record, command.decision, binding);
  if (decision === undefined) return undefined;
  return {
    id,
    number: undefined,
    commentNumber,
    by: [word.by],
    decision,
    createdAt,
    how: wayOf(id),
    binding,
  };
}

/** A person's decision counts as their answer, given when they decided. */
function fromEscalations({ view, record }: RuleInput): readonly Candidate[] {
  return escalationsAbout(view, record.seen.id).flatMap((escalation) => {
    const { seen, persisted } = escalation;
    if (persisted.decided === undefined || !mayShow(view, record, seen)) return [];
    const { by, decision, because, at: createdAt, commentNumber: saidIn } = persisted.decided;
    const number = seen.repositoryId === record.seen.repositoryId ? seen.number : undefined;
    const allowed = isByDefault(persisted.decided) ? { row: persisted.decided.row } : {};
    const how = isByDefault(persisted.decided) ? "default" : "decision";
    const binding = bindSettled(record, escalation);
    return [
      {
        id: seen.id,
        number,
        saidIn,
        by: [asPerson(by)],
        decision: wordsAlone(decision),
        because,
        createdAt,
        how,
        binding,
        ...allowed,
      },
    ];
  });
}

/** The person who decided was judged then, as the person whose word it was. */
function asPerson({ id, login }: Pick<Voice, "id" | "login">): Voice {
  return { id, login, speaker: { type: "person" } };
}

/** What a vote carried, where the policy lets that answer the question; and what a person decided on a vote. */
function fromVotes(input: RuleInput): readonly Candidate[] {
  return votesAbout(input).flatMap(({ issue, outcome }): readonly Candidate[] => {
    const { by, because, at: createdAt, commentNumber: saidIn } = outcome;
    const decision = wordsAlone(outcome.decision);
    const number = issue.seen.repositoryId === input.record.seen.repositoryId ? issue.seen.number : undefined;
    const binding = bindSettled(input.record, issue);
    const said = { id: issue.seen.id, number, saidIn, decision, because, createdAt, binding };
    if (by !== undefined) return [{ ...said, how: "decision", by: [asPerson(by)] }];
    const row = rowThatAnswers(input, { outcome });
    return row === undefined
      ? []
      : [{ ...said, how: "count", by: [{ id: input.context.botId, login: "signalbox" }], row }];
  });
}
