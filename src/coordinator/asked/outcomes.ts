/**
 * Outcomes of a repository's answers. Recomputed only for answers whose own record or question has changed.
 */

import { questionBehind } from "../../engine/messages/suggestion.ts";
import type { NodeId } from "../../engine/model/fact.ts";
import { type Outcome, outcomeOf } from "../lookup/track-record.ts";
import type { Questions } from "../ports.ts";

interface Known {
  readonly edition: number;
  readonly questionId: NodeId | undefined;
  readonly questionEdition: number;
  readonly outcome: Outcome;
}

type Needs = Pick<Questions, "listed" | "editionOf" | "record">;

/** How many answers of a repository, the newest, count for its track record. */
const maxAnswers = 2_000;

/** The outcomes of a repository's answers, by any author. */
export type Outcomes = (repositoryId: NodeId) => readonly Outcome[];

export function createOutcomes(questions: Needs): Outcomes {
  const known = new Map<NodeId, ReadonlyMap<NodeId, Known>>();
  return (repositoryId) => {
    const before = known.get(repositoryId);
    const now = new Map<NodeId, Known>();
    for (const id of questions.listed(repositoryId, "answer", maxAnswers)) {
      const kept = before?.get(id);
      now.set(id, kept !== undefined && isCurrent(questions, id, kept) ? kept : readOne(questions, id));
    }
    known.set(repositoryId, now);
    return [...now.values()].map(({ outcome }) => outcome);
  };
}

function isCurrent(questions: Needs, id: NodeId, { edition, questionId, questionEdition }: Known): boolean {
  const isSameQuestion = questionId === undefined || questions.editionOf(questionId) === questionEdition;
  return questions.editionOf(id) === edition && isSameQuestion;
}

function readOne(questions: Needs, id: NodeId): Known {
  const answer = questions.record(id);
  const questionId = answer && questionBehind(answer);
  const question = questionId === undefined ? undefined : questions.record(questionId);
  return {
    ...{ edition: questions.editionOf(id), questionId },
    questionEdition: questionId === undefined ? 0 : questions.editionOf(questionId),
    outcome: answer === undefined ? "open" : outcomeOf(answer, question),
  };
}
