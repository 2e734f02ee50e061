/** Finds the decided votes about a question, and says which of them answer it. */

import type { Vote } from "../../protocol/kinds/vote.ts";
import { formatPolicyGrant } from "../../protocol/settings/policy-grant.ts";
import { rowForVote } from "../admission/authority.ts";
import { mayShow } from "../admission/privacy.ts";
import { isAdmitted } from "../admission/trust.ts";
import { currentOutcome } from "../messages/outcome.ts";
import type { Outcome } from "../model/persisted-state.ts";
import type { RuleInput } from "../model/rule.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import { recordOf } from "../model/view.ts";
import { compareWords, type PlacedWord } from "../model/word-order.ts";
import { voteIn } from "./vote-poll.ts";

export interface DecidedVote {
  readonly issue: IssueRecord;
  readonly vote: Vote;
  readonly outcome: Outcome;
}

function placeOf({ issue: { seen }, outcome: { at, commentNumber } }: DecidedVote): PlacedWord {
  return { id: seen.id, number: seen.number, at, commentNumber };
}

/** Those about the input's question, oldest first. */
export function votesAbout({ view, record }: RuleInput): readonly DecidedVote[] {
  return (view.namedBy.get(record.seen.id) ?? [])
    .flatMap((id) => {
      const issue = view.records.get(id);
      const vote = issue && voteIn(issue);
      const outcome = issue && currentOutcome(issue);
      if (issue === undefined || vote?.regarding === undefined || outcome === undefined) return [];
      const isAbout = recordOf(view, issue, vote.regarding)?.seen.id === record.seen.id;
      return isAbout && isAdmitted(issue) && mayShow(view, record, issue.seen)
        ? [{ issue, vote, outcome }]
        : [];
    })
    .sort((a, b) => compareWords(placeOf(a), placeOf(b)));
}

/**
 * The policy row by which what was carried answers the question, in words; undefined if none does. One vote alone never does: it could be the asker's own.
 */
export function rowThatAnswers(
  { record, context }: Pick<RuleInput, "record" | "context">,
  { outcome }: Pick<DecidedVote, "outcome">,
): string | undefined {
  const message = record.reading.kind === "question" ? record.reading.message : undefined;
  if (message?.kind !== "question" || outcome.result !== "carried" || (outcome.votes ?? 0) < 2)
    return undefined;
  const row = rowForVote(message, context.settings);
  const of = outcome.voters === undefined ? "" : ` of ${outcome.voters}`;
  return row && formatPolicyGrant(row.name, `a vote, ${outcome.votes}${of} votes`);
}
