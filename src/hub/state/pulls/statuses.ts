/**
 * Commit statuses, the older kind of check. Anyone with push access can write one under any name, so a status
 * does not prove its author.
 */
import { encodeNodeId } from "../node-id.ts";
import { integer, integerOrNull, oneOf, type Row, text, textOrNull } from "../row.ts";
import type { State } from "../state.ts";

export const statusStates = ["error", "failure", "pending", "success"] as const;

export interface Status {
  readonly id: number;
  readonly nodeId: string;
  readonly repositoryId: number;
  readonly sha: string;
  readonly context: string;
  readonly state: (typeof statusStates)[number];
  readonly description: string | null;
  readonly targetUrl: string | null;
  readonly creatorId: number;
  /** The App that wrote it; null for a person. */
  readonly appId: number | null;
  readonly createdAt: string;
}

function toStatus(row: Row): Status {
  const id = integer(row, "id");
  const repositoryId = integer(row, "repository_id");
  return {
    id,
    nodeId: encodeNodeId("SC", repositoryId, id),
    repositoryId,
    sha: text(row, "sha"),
    context: text(row, "context"),
    state: oneOf(row, "state", statusStates),
    description: textOrNull(row, "description"),
    targetUrl: textOrNull(row, "target_url"),
    creatorId: integer(row, "creator_id"),
    appId: integerOrNull(row, "app_id"),
    createdAt: text(row, "created_at"),
  };
}

/** All statuses of a commit, newest first. */
export function statusesOf(state: State, repositoryId: number, sha: string): readonly Status[] {
  return state
    .all("SELECT * FROM statuses WHERE repository_id = ? AND sha = ? ORDER BY id DESC", repositoryId, sha)
    .map(toStatus);
}

/** The newest of each context. */
export function latestStatuses(state: State, repositoryId: number, sha: string): readonly Status[] {
  const latest = new Map<string, Status>();
  for (const status of statusesOf(state, repositoryId, sha)) {
    const context = status.context.toLowerCase();
    if (!latest.has(context)) latest.set(context, status);
  }
  return [...latest.values()];
}

export function insertStatus(state: State, status: Omit<Status, "id" | "nodeId">): Status {
  const { id } = state.run(
    "INSERT INTO statuses (repository_id, sha, context, state, description, target_url, creator_id, app_id, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
    status.repositoryId,
    status.sha,
    status.context,
    status.state,
    status.description,
    status.targetUrl,
    status.creatorId,
    status.appId,
    status.createdAt,
  );
  return { ...status, id, nodeId: encodeNodeId("SC", status.repositoryId, id) };
}
