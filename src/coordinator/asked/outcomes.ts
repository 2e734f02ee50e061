/**
 * Outcomes of a repository's answers. Recomputed only for answers whose own record or question has changed.
 */

import { portionsOf } from "../../base/portions.ts";
import { questionBehind } from "../../engine/messages/suggestion.ts";
import type { NodeId, RepositoryId } from "../../engine/model/fact.ts";
import { type AnswerOutcome, answerOutcome } from "../lookup/track-record.ts";
import type { Listed, Questions } from "../ports.ts";

interface Known {
  readonly edition: number;
  readonly questionId: NodeId | undefined;
  /** Undefined if it was not among the listed questions: the outcome is computed again each time. */
  readonly questionEdition: number | undefined;
  readonly outcome: AnswerOutcome;
}

type Needs = Pick<Questions, "listed" | "records">;
type Editions = ReadonlyMap<NodeId, number>;

/** How many answers of a repository, the newest, count for its track record. */
const maxAnswers = 2_000;
const maxQuestions = 2_000;

/** The outcomes of a repository's answers, by any author. */
export type Outcomes = (repositoryId: RepositoryId) => Promise<readonly AnswerOutcome[]>;

export function createOutcomes(questions: Needs): Outcomes {
  const known = new Map<RepositoryId, ReadonlyMap<NodeId, Known>>();
  return async (repositoryId) => {
    const before = known.get(repositoryId);
    const asked = editionsIn(await questions.listed(repositoryId, "question", maxQuestions));
    const answers = editionsIn(await questions.listed(repositoryId, "answer", maxAnswers));
    const changed = [...answers.keys()].filter((id) => !isCurrent(before?.get(id), answers.get(id), asked));
    const fresh = await readAll(questions, changed, { asked, answers });
    const now = new Map([...answers.keys()].flatMap((id) => entryOf(id, fresh.get(id) ?? before?.get(id))));
    known.set(repositoryId, now);
    return [...now.values()].map(({ outcome }) => outcome);
  };
}

function editionsIn(listed: readonly Listed[]): Editions {
  return new Map(listed.map(({ id, edition }) => [id, edition]));
}

function entryOf(id: NodeId, known: Known | undefined): readonly (readonly [NodeId, Known])[] {
  return known === undefined ? [] : [[id, known]];
}

function isCurrent(known: Known | undefined, edition: number | undefined, asked: Editions): boolean {
  if (known === undefined || known.edition !== edition) return false;
  const { questionId, questionEdition } = known;
  if (questionId === undefined) return true;
  return questionEdition !== undefined && asked.get(questionId) === questionEdition;
}

async function readAll(
  questions: Needs,
  ids: readonly NodeId[],
  { asked, answers }: { readonly asked: Editions; readonly answers: Editions },
): Promise<ReadonlyMap<NodeId, Known>> {
  const all = new Map<NodeId, Known>();
  for (const portion of portionsOf(ids)) {
    const records = await questions.records(portion);
    const behind = [...records.values()].flatMap((answer) => questionBehind(answer) ?? []);
    const theirs = await questions.records([...new Set(behind)]);
    for (const id of portion) {
      const answer = records.get(id);
      const questionId = answer && questionBehind(answer);
      const question = questionId === undefined ? undefined : theirs.get(questionId);
      all.set(id, {
        edition: answers.get(id) ?? 0,
        questionId,
        questionEdition: questionId === undefined ? undefined : asked.get(questionId),
        outcome: answer === undefined ? "open" : answerOutcome(answer, question),
      });
    }
  }
  return all;
}
