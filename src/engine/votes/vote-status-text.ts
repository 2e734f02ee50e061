/** Builds the status of a vote: what is carried, or how to vote, until when, and who voted for what. */
import { toMinuteUtc } from "../../base/clock.ts";
import type { VoteStatusData } from "../../protocol/text/status.ts";
import { regardedLine } from "../asking/regarded-question.ts";
import { openEscalationLines } from "../escalations/open-escalation-lines.ts";
import { waitingTasks } from "../escalations/triggers/waiting-tasks.ts";
import { settledWords } from "../matters/text-version.ts";
import { currentOutcome } from "../messages/outcome.ts";
import type { Ballot } from "../model/persisted-state.ts";
import type { RuleInput } from "../model/rule.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import { sharedMembers } from "../polls/electorate.ts";
import { type VotePoll, votePollOf } from "../polls/vote-poll.ts";
import { fullTextPlace } from "../wording/issue-name.ts";
import { pageLine } from "../wording/page-line.ts";
import { type StatusText, statusEnding } from "../wording/status-parts.ts";
import { leftIn, missingIn, nameIn, tallyOf, votesIn } from "./tally.ts";
import { resultOf } from "./undecided-trigger.ts";

export function voteStatusText(input: RuleInput): StatusText {
  const { view, record } = input;
  const poll = votePollOf(input);
  const outcome = currentOutcome(record);
  const status = statusOf(record, poll);
  const result = poll && resultOf(poll);
  const data: VoteStatusData = {
    status,
    result,
    option: outcome?.option === undefined ? undefined : String(outcome.option),
    decision: outcome && settledWords(record, outcome.decision),
    votes: votesIn(outcome),
    because: outcome?.because,
    decidedBy: outcome?.by?.login,
    policyRow: outcome?.row,
    whole: outcome && fullTextPlace(view, record, record, outcome),
    needed: poll?.needed === undefined ? undefined : String(poll.needed),
    cast: String(poll?.ballots.length ?? 0),
    voters:
      poll === undefined || poll.electorate.hasPeople ? undefined : String(poll.electorate.members.length),
    until: poll && toMinuteUtc(poll.endsAt),
    waiting: waitingTasks(input),
    tally: poll === undefined ? [] : tallyOf(poll),
    missing: poll === undefined ? [] : missingIn(poll),
    shared: poll === undefined ? [] : sharedMembers(poll.electorate).map(({ names }) => ({ names })),
    left: poll === undefined || outcome !== undefined ? [] : leftIn(poll),
    hasPeople: poll?.electorate.hasPeople === true,
    withdrawn: namesOf(record, poll, ({ isWithdrawn }) => isWithdrawn === true),
    outliving: namesOf(
      record,
      poll,
      (ballot, now) => ballot.outlives !== undefined && !isOutdated(now, ballot),
    ),
    outdated:
      outcome === undefined
        ? namesOf(record, poll, (ballot, now) => ballot.isWithdrawn !== true && isOutdated(now, ballot))
        : [],
    escalations: openEscalationLines(input, record.seen.id),
    regarded: regardedLine(input),
    ...statusEnding(input),
    ...(status === "undecided" && result === "own" ? { page: pageLine(input) } : {}),
  };
  const isDropped = data.status === "not planned" && data.tally.every(({ voters }) => voters.length === 0);
  return { text: { name: "status-vote", data }, isNews: !isDropped };
}

function statusOf(record: IssueRecord, poll: VotePoll | undefined): VoteStatusData["status"] {
  const outcome = currentOutcome(record);
  const { issueState } = record.seen;
  if (outcome !== undefined) return outcome.result === "carried" ? "carried" : "decided";
  if (issueState.state === "closed")
    return issueState.reason === "completed" ? "closed without an outcome" : "not planned";
  if (poll === undefined) return "unreadable";
  return resultOf(poll) === undefined ? "open" : "undecided";
}

function isOutdated({ round, since }: VotePoll, ballot: Ballot): boolean {
  return ballot.round !== round || ballot.at <= since;
}

function namesOf(
  { persisted }: IssueRecord,
  poll: VotePoll | undefined,
  isMeant: (ballot: Ballot, poll: VotePoll) => boolean,
): readonly string[] {
  if (poll === undefined) return [];
  return (persisted.ballots ?? []).filter((each) => isMeant(each, poll)).map((each) => nameIn(poll, each));
}
