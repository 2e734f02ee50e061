/** Keeps the last word of a speaker. One that was found late does not replace a later one. */
import { type CommandOutcome, refuse } from "../commands/order.ts";
import type { CommentSeen } from "../model/fact.ts";
import type { Ballot } from "../model/persisted-state.ts";
import type { IssueRecord } from "../model/snapshot.ts";

/** How many are kept: each is in the marker of the status comment. */
const maxBallots = 100;

export function keepBallot(
  record: IssueRecord,
  { id, commentNumber, author, createdAt, missing }: CommentSeen,
  cast: Pick<Ballot, "voter" | "option" | "round">,
): CommandOutcome {
  // A comment that is deleted before it was counted was taken back.
  if (missing === "deleted") return { type: "done" };
  const ballot: Ballot = {
    ...cast,
    by: { id: author.id, login: author.login },
    comment: id,
    ...(commentNumber === undefined ? {} : { commentNumber }),
    at: createdAt,
  };
  const { ballots = [] } = record.persisted;
  const earlier = ballots.find(({ voter }) => voter === ballot.voter);
  if (earlier !== undefined && earlier.round === ballot.round && earlier.at > ballot.at)
    return { type: "done" };
  const others = ballots.filter((each) => each !== earlier);
  if (others.length >= maxBallots)
    return refuse(`${maxBallots} have spoken already, and signalbox counts no more. A person has to decide.`);
  return { type: "done", persisted: { ...record.persisted, ballots: [...others, ballot] } };
}
