/**
 * Builds the read request for an issue. Comments are read again from an hour before the last read: our clock
 * differs from GitHub's, and our own writes move a record's times past comments that have not been read.
 */
import type { NodeId, RepositorySeen } from "../../engine/model/fact.ts";
import type { Index } from "../ports/issue-index.ts";
import type { RefreshRequest } from "../ports/refresh-request.ts";
import type { ReadRequest } from "../ports/tracker.ts";

const marginMs = 60 * 60_000;

export function requestFor(
  index: Pick<Index, "idOf" | "record">,
  repository: RepositorySeen,
  target: RefreshRequest["target"],
): ReadRequest {
  if ("id" in target) return requestById(index, target.id);
  const id = index.idOf(repository.id, target.number);
  if (id !== undefined) return requestById(index, id);
  const { owner, name } = repository;
  return {
    target: { repositoryId: repository.id, owner, name, number: target.number },
    commentsSince: undefined,
    ownComments: [],
  };
}

function requestById(index: Pick<Index, "record">, id: NodeId): ReadRequest {
  const record = index.record(id);
  if (record === undefined) return { target: { id }, commentsSince: undefined, ownComments: [] };
  const { updatedAt, own } = record.seen;
  return {
    target: { id },
    commentsSince: Math.min(record.readAt, updatedAt) - marginMs,
    ownComments: own.map((comment) => comment.id),
    answer: record.persisted.accepted?.answer,
  };
}
