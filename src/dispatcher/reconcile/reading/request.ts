/**
 * Builds the read request for an issue. Comments are read again from an hour before the last read: our clock
 * differs from GitHub's, and our own writes move a record's times past comments that have not been read.
 */
import type { Millis } from "../../../base/clock.ts";
import type { NodeId, RepositorySeen } from "../../../engine/model/fact.ts";
import { newsMs } from "../../../engine/model/note.ts";
import type { IssueRecord } from "../../../engine/model/snapshot.ts";
import { hasToStay } from "../../../engine/notes/recheck-missing.ts";
import type { Index } from "../../ports/issue-index.ts";
import type { ReadRequest } from "../../ports/tracker.ts";
import type { Target } from "./targets.ts";

const marginMs = 60 * 60_000;
/** More of them could make a request of fifty issues many requests. */
const maxEarlier = 50;

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
  const commentsSince = Math.min(record.readAt, updatedAt) - marginMs;
  return {
    target: { id },
    commentsSince,
    ownComments: own.map((comment) => comment.id),
    earlierComments: earlierToAgents(record, commentsSince),
    answer: record.persisted.accepted?.answer,
  };
}

/** A read reaches back to `before` at least. What is no longer news has no notes that could go. */
function earlierToAgents(record: IssueRecord, before: Millis): readonly NodeId[] {
  return record.seen.comments
    .filter(
      ({ createdAt, missing }) =>
        createdAt < before && createdAt > record.readAt - newsMs && missing !== "deleted",
    )
    .filter((comment) => hasToStay(record, comment))
    .slice(-maxEarlier)
    .map(({ id }) => id);
}
