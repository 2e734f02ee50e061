/**
 * Keeps the last word of a login. One that was found late does not replace a later one.
 * The parameter `isReplaced` says which earlier words of the login a new one takes back.
 */
import { type CommandOutcome, refuse } from "../commands/order.ts";
import type { CommentSeen } from "../model/fact.ts";
import type { Ballot } from "../model/persisted-state.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import { compareWords } from "../model/word-order.ts";

/** How many are kept: each is in the marker of the status comment. */
const maxBallots = 100;

export function keepBallot(
  record: IssueRecord,
  { id, commentNumber, author, createdAt, missing }: CommentSeen,
  cast: Pick<Ballot, "voter" | "option" | "round" | "speaker" | "because">,
  isReplaced: (earlier: Ballot) => boolean = () => true,
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
  const replaced = ballots.filter((each) => each.voter === ballot.voter && isReplaced(each));
  const isLater = (each: Ballot): boolean =>
    each.round === ballot.round && compareWords({ ...each, id: each.comment }, { ...ballot, id }) > 0;
  if (replaced.some(isLater)) return { type: "done" };
  const others = ballots.filter((each) => !replaced.includes(each));
  if (others.length >= maxBallots)
    return refuse(`${maxBallots} have spoken already, and signalbox counts no more. A person has to decide.`);
  return { type: "done", persisted: { ...record.persisted, ballots: [...others, ballot] } };
}
