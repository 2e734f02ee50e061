/**
 * The decisions of a repository, derived from its answered questions. They follow from the questions' current
 * state, so a record that was missed is written later.
 */
import { toIsoSeconds } from "../../base/clock.ts";
import { settledText } from "../../engine/matters/text-version.ts";
import { currentAcceptedAnswer } from "../../engine/messages/question-state.ts";
import type { IssueRecord } from "../../engine/model/snapshot.ts";
import { nameAnswerers } from "../../engine/questions/answerers.ts";
import { wordsAlone } from "../../protocol/decided-words.ts";
import type { Answer } from "../../protocol/kinds/answer.ts";
import { readFrom } from "../answers/read-from.ts";

/** One decision, as its page shows it. */
export interface DecisionRecord {
  /** The number of the question it answers. */
  readonly question: number;
  /** The question, in one line. */
  readonly title: string;
  readonly decision: string;
  /** Identifies the accepted answer by its node id. A different id is a different decision. */
  readonly answer: string;
  /** The login of the person who decided; our bot's for the coordinator's answers. */
  readonly by: string;
  /** The policy row that allowed it. */
  readonly row: string;
  /** `2026-11-21`, in UTC. */
  readonly on: string;
  readonly rationale: string;
  readonly alternatives: string;
  readonly sources: string;
}

/**
 * Leaves out what was only looked up: a track's status or where a name was is not a decision, and soon
 * outdated.
 * @param questions and `answers` of one repository
 * @returns the oldest question first
 */
export function decisionsOf(
  questions: readonly IssueRecord[],
  answers: readonly IssueRecord[],
): readonly DecisionRecord[] {
  const byId = new Map(answers.map((record) => [record.seen.id, record]));
  return questions
    .flatMap((record) => {
      const made = decisionOf(record, byId);
      return made === undefined ? [] : [made];
    })
    .sort((one, other) => one.question - other.question);
}

function decisionOf(
  record: IssueRecord,
  answers: ReadonlyMap<string, IssueRecord>,
): DecisionRecord | undefined {
  const accepted = record.reading.kind === "question" ? currentAcceptedAnswer(record) : undefined;
  if (accepted === undefined) return undefined;
  const given = answers.get(accepted.word);
  const source = readFrom(given, undefined);
  if (source === "index" || source === "tree") return undefined;
  const answer = given && answerIn(given);
  return {
    question: record.seen.number,
    title: settledText(record)
      .title.replace(/^\s*Q:\s*/i, "")
      .trim(),
    decision: wordsAlone(accepted.decision),
    answer: accepted.word,
    by: nameAnswerers(accepted),
    row: accepted.row,
    on: toIsoSeconds(accepted.at).slice(0, 10),
    rationale: answer?.rationale ?? accepted.because ?? "",
    alternatives: answer?.alternatives ?? "",
    sources: answer?.sources ?? "",
  };
}

function answerIn({ reading }: IssueRecord): Answer | undefined {
  const message = reading.kind === "answer" ? reading.message : undefined;
  return message?.kind === "answer" ? message : undefined;
}
