/**
 * Builds the read request for an issue: the newest page of comments, and what came after the newest comment that a read
 * has shown. Comments that the index knows from the last hour are confirmed, by id where that page does not reach them:
 * reading the hour again at each event would let one account spend the quota.
 */
import type { Millis } from "../../../base/clock.ts";
import type { CommentSeen, NodeId, RepositorySeen } from "../../../engine/model/fact.ts";
import { newsMs } from "../../../engine/model/note.ts";
import type { IssueRecord } from "../../../engine/model/snapshot.ts";
import { isOrder } from "../../../engine/model/spoken.ts";
import { hasToStay } from "../../../engine/notes/recheck-missing.ts";
import type { Index } from "../../ports/issue-index.ts";
import type { ReadRequest } from "../../ports/tracker.ts";
import type { Target } from "./targets.ts";

/** From how long before the last read known comments are confirmed: our clock differs from GitHub's. */
const confirmedMs = 60 * 60_000;
/** GitHub may show a comment a little later than one that was written after it. */
const lateMs = 60_000;
/** More of them could make a request of fifty issues many requests. */
const maxEarlier = 50;
/** As many as one request by id may name. */
const maxRecent = 100;

/** The request for each target. */
export async function buildReadRequests(
  index: Pick<Index, "idsOf" | "records">,
  repository: RepositorySeen,
  targets: readonly Target[],
): Promise<ReadonlyMap<ReadRequest, Target>> {
  if (targets.length === 0) return new Map();
  const numbers = targets.flatMap((target) => ("number" in target ? target.number : []));
  const ids = numbers.length === 0 ? new Map() : await index.idsOf(repository.id, numbers);
  const idOf = (target: Target): NodeId | undefined => ("id" in target ? target.id : ids.get(target.number));
  const records = await index.records(targets.flatMap((target) => idOf(target) ?? []));
  return new Map(
    targets.map((target) => {
      const id = idOf(target);
      const request = id === undefined ? byName(repository, target) : byId(id, records.get(id));
      return [request, target];
    }),
  );
}

function byName({ id: repositoryId, owner, name }: RepositorySeen, target: Target): ReadRequest {
  const place = "id" in target ? target : { repositoryId, owner, name, number: target.number };
  return { target: place, commentsSince: undefined, ownComments: [] };
}

function byId(id: NodeId, record: IssueRecord | undefined): ReadRequest {
  if (record === undefined) return { target: { id }, commentsSince: undefined, ownComments: [] };
  const { updatedAt, own } = record.seen;
  const confirmed = Math.min(record.readAt, updatedAt) - confirmedMs;
  return {
    target: { id },
    // A record of which no read has shown a comment may be missing some that deliveries told of.
    commentsSince: Math.max(confirmed, (record.commentsUntil ?? confirmed) - lateMs),
    recentComments: recentComments(record, confirmed),
    ownComments: own.map((comment) => comment.id),
    earlierComments: earlierToRead(record, confirmed),
    asksForRemovals: record.persisted.heldBy.length > 0,
    answer: atGitHub(record.persisted.accepted?.word),
  };
}

/** The known comments, and those of ballots, from `since` on, the newest first. */
function recentComments({ seen, persisted }: IssueRecord, since: Millis): ReadRequest["recentComments"] {
  const ballots = (persisted.ballots ?? [])
    .filter(({ comment }) => !isOrder(comment))
    .map(({ comment: id, at }) => ({ id, createdAt: at }));
  const known = seen.comments.filter(({ missing }) => missing !== "deleted");
  const all = [...known.map(({ id, createdAt }) => ({ id, createdAt })), ...ballots];
  return all
    .filter(({ createdAt }) => createdAt >= since)
    .toSorted((a, b) => b.createdAt - a.createdAt)
    .slice(0, maxRecent);
}

/** What a person chose on a page is nowhere at GitHub, so it cannot be deleted there. */
function atGitHub(answer: NodeId | undefined): NodeId | undefined {
  return answer === undefined || isOrder(answer) ? undefined : answer;
}

/**
 * A read reaches back to `before` at least. What is no longer news has no notes that could go; of what only a delivery
 * reported, nothing counts before it is read.
 */
function earlierToRead(record: IssueRecord, before: Millis): readonly NodeId[] {
  const isNews = ({ createdAt }: CommentSeen): boolean => createdAt > record.readAt - newsMs;
  return record.seen.comments
    .filter(({ createdAt, missing }) => createdAt < before && missing !== "deleted")
    .filter((comment) => comment.isOnlyReported === true || (isNews(comment) && hasToStay(record, comment)))
    .slice(-maxEarlier)
    .map(({ id }) => id);
}
