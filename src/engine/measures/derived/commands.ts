/** Derives who wrote commands that counted. */
import type { CommentSeen, NodeId } from "../../model/fact.ts";
import type { IssueRecord } from "../../model/snapshot.ts";
import type { Said } from "../moment.ts";

/** Orders of agents are no comments, and so not among them. */
export function commandMoments(record: IssueRecord): readonly Said[] {
  const counted = countedIn(record);
  return record.seen.comments
    .filter(({ id }: CommentSeen) => counted.has(id))
    .map(({ author, createdAt }) => ({ type: "commanded", at: createdAt, by: author.id }));
}

/** An answer, a decision or an acceptance is kept where it counts, and not among the comments that were obeyed. */
function countedIn({ persisted }: IssueRecord): ReadonlySet<NodeId> {
  const { obeyed, accepted, decided, settled, approved } = persisted;
  const kept = [accepted?.word, accepted?.overrules, decided?.word];
  const others = [settled?.word, approved?.word];
  return new Set([...obeyed, ...[...kept, ...others].filter((id) => id !== undefined)]);
}
