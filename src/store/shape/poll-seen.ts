/** A vote for operations, from its record. */
import { isAdmitted } from "../../engine/admission/trust.ts";
import type { IssueRecord } from "../../engine/model/snapshot.ts";
import type { View } from "../../engine/model/view.ts";
import { votesNeeded } from "../../engine/polls/poll.ts";
import { ballotsCast, voteIn } from "../../engine/polls/vote-poll.ts";
import { leftIn, missingIn, tallyOf } from "../../engine/votes/tally.ts";
import type { PollSeen } from "../../operations/board/poll-seen.ts";
import type { Settings } from "../../protocol/settings/config.ts";

/** Undefined unless it is a readable, admitted vote. */
export function pollSeen(view: View, record: IssueRecord, settings: Settings): PollSeen | undefined {
  const vote = voteIn(record);
  if (vote === undefined || !isAdmitted(record)) return undefined;
  const { electorate, cast, endsAt } = ballotsCast({ view, record, context: { settings } }, vote);
  const { members, hasPeople } = electorate;
  const voters = members.map(({ key }) => key);
  return {
    options: tallyOf({ vote, electorate, ballots: cast }),
    needed: votesNeeded({ needs: vote.needs, voters, isOpenEnded: hasPeople }),
    missing: missingIn({ electorate, ballots: cast }),
    left: leftIn({ electorate }),
    endsAt,
  };
}
