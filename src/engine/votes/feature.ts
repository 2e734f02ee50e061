/** Counts votes on an option, and asks a person where they decide nothing. */
import { handlerOf } from "../commands/order.ts";
import type { Feature } from "../feature.ts";
import { ballotWanted } from "./ballot-wanted.ts";
import { castBallot } from "./cast-ballot.ts";
import { voteDecided } from "./close-vote.ts";
import { decideVote } from "./decide-vote.ts";
import { followVote } from "./follow-vote.ts";
import { recommendedByVote } from "./recommended-trigger.ts";
import { settleVote } from "./settle-vote.ts";
import { undecidedVote } from "./undecided-trigger.ts";
import { voteStatusText } from "./vote-status-text.ts";

export const votes: Feature = {
  name: "votes",
  stateRules: () => [settleVote],
  projectionRules: () => [followVote],
  commands: [
    handlerOf("vote", castBallot),
    handlerOf("decide", decideVote, ({ reading }) => reading.kind === "vote"),
  ],
  triggers: [undecidedVote, recommendedByVote],
  status: { vote: voteStatusText },
  closes: { vote: voteDecided },
  notes: [ballotWanted],
};
