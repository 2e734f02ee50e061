/** Moves of a repository's branches, one row each: who, from which commit to which, and how. */
import { encodeNodeId } from "./node-id.ts";
import { integer, oneOf, type Row, text, textOrNull } from "./row.ts";
import type { State } from "./state.ts";

export const activityTypes = [
  "push",
  "force_push",
  "branch_deletion",
  "branch_creation",
  "pr_merge",
  "merge_queue_merge",
] as const;

export type ActivityType = (typeof activityTypes)[number];

export interface Activity {
  readonly id: number;
  readonly nodeId: string;
  readonly repositoryId: number;
  /** Whole, for example `refs/heads/main`. */
  readonly ref: string;
  /** Null where the branch was created. */
  readonly before: string | null;
  /** Null where it was deleted. */
  readonly after: string | null;
  readonly type: ActivityType;
  readonly actorId: number;
  readonly at: string;
}

export interface ActivityFilter {
  readonly ref: string | undefined;
  readonly actorId: number | undefined;
  readonly type: ActivityType | undefined;
  /** Not earlier than this; empty for no bound. */
  readonly since: string;
  readonly direction: "asc" | "desc";
  /** Only those after this one in that direction. */
  readonly after: number | undefined;
  /** Only those before this one in that direction, the nearest of them. */
  readonly before: number | undefined;
  readonly limit: number;
}

export function insertActivity(state: State, activity: Omit<Activity, "id" | "nodeId">): void {
  const { repositoryId, ref, before, after, type, actorId, at } = activity;
  state.run(
    "INSERT INTO activities (repository_id, ref, before_sha, after_sha, type, actor_id, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)",
    ...[repositoryId, ref, before, after, type, actorId, at],
  );
}

/** In the order of the filter's direction. */
export function activitiesOf(
  state: State,
  repositoryId: number,
  filter: ActivityFilter,
): readonly Activity[] {
  const { ref, actorId, type, since, direction, after, before, limit } = filter;
  const isBackwards = before !== undefined;
  const isAscending = (direction === "asc") !== isBackwards;
  const edge = before ?? after;
  const rows = state.all(
    `SELECT * FROM activities WHERE repository_id = ? AND created_at >= ?
      AND (? IS NULL OR ref = ?) AND (? IS NULL OR actor_id = ?) AND (? IS NULL OR type = ?)
      AND (? IS NULL OR id ${isAscending ? ">" : "<"} ?)
    ORDER BY id ${isAscending ? "ASC" : "DESC"} LIMIT ?`,
    ...[repositoryId, since, ref ?? null, ref ?? null, actorId ?? null, actorId ?? null],
    ...[type ?? null, type ?? null, edge ?? null, edge ?? null, limit],
  );
  const found = rows.map(toActivity);
  return isBackwards ? found.toReversed() : found;
}

function toActivity(row: Row): Activity {
  const id = integer(row, "id");
  const repositoryId = integer(row, "repository_id");
  return {
    id,
    nodeId: encodeNodeId("PSH", repositoryId, id),
    repositoryId,
    ref: text(row, "ref"),
    before: textOrNull(row, "before_sha"),
    after: textOrNull(row, "after_sha"),
    type: oneOf(row, "type", activityTypes),
    actorId: integer(row, "actor_id"),
    at: text(row, "created_at"),
  };
}
