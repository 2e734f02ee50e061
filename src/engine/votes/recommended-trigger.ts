/**
 * Triggers an escalation for a question about which a vote carried an option, where no policy row lets votes
 * answer it: a person decides, and what was carried is the recommendation.
 */
import { bareTitle } from "../../protocol/title.ts";
import { escalationsAbout } from "../asking/escalations-about.ts";
import type { EscalationDraft } from "../asking/trigger.ts";
import { urgencyForPeople } from "../asking/urgency-over-time.ts";
import { waitingTasks } from "../escalations/triggers/waiting-tasks.ts";
import { questionState } from "../messages/question-state.ts";
import type { RuleInput } from "../model/rule.ts";
import { votePollOf } from "../polls/vote-poll.ts";
import { rowThatAnswers, votesAbout } from "../polls/votes-about.ts";
import { issueNameById, repositoryFullName } from "../wording/issue-name.ts";
import { offeredOptions } from "./offered-options.ts";
import { tallyOf, votesIn } from "./tally.ts";

export function recommendedByVote(input: RuleInput): readonly EscalationDraft[] {
  const { view, record } = input;
  const question = record.reading.kind === "question" ? record.reading.message : undefined;
  if (question?.kind !== "question" || questionState(record) !== "open") return [];
  const isAsked = escalationsAbout(view, record.seen.id).some(
    ({ seen, persisted }) => seen.issueState.state === "open" && persisted.decided === undefined,
  );
  const [carried] = votesAbout(input).filter(
    (found) => found.outcome.result === "carried" && rowThatAnswers(input, found) === undefined,
  );
  if (carried === undefined || isAsked) return [];
  const { vote, outcome, issue } = carried;
  const poll = votePollOf({ ...input, record: issue });
  const { id, title } = record.seen;
  const regarding = issueNameById(input, id);
  return [
    {
      openingReason: { type: "vote-result", voteId: issue.seen.id },
      title: bareTitle(title),
      because: `A vote about it carried option ${outcome.option}.`,
      data: {
        reason: "vote-result",
        regarding,
        title,
        question: bareTitle(title),
        words: "",
        home: repositoryFullName(input),
        urgency: urgencyForPeople(input),
        takesOptionsOnly: false,
        blocker: undefined,
        edges: [],
        waiting: waitingTasks(input),
        options: offeredOptions(vote),
        recommended: outcome.option,
        vote: issueNameById(input, issue.seen.id),
        votes: votesIn(outcome),
        tally: poll === undefined ? [] : tallyOf(poll),
      },
    },
  ];
}
