/**
 * Pull requests. Each is also an issue, which holds its number, title, body, state, labels and comments;
 * fields that only a pull request has are here. `baseSha` is the last known tip of the base branch, and for a
 * merged pull request the commit that it was merged onto.
 */
import type { PageRange } from "../issues/comments.ts";
import { type Issue, toIssue } from "../issues/issues.ts";
import { encodeNodeId } from "../node-id.ts";
import { flag, integer, integerOrNull, type Row, text, textOrNull } from "../row.ts";
import type { State } from "../state.ts";

export interface Pull {
  readonly id: number;
  readonly nodeId: string;
  /** The issue that is its conversation. */
  readonly issue: Issue;
  readonly repositoryId: number;
  /** A branch of the same repository. */
  readonly baseRef: string;
  readonly baseSha: string;
  /** Differs from its own repository for a pull request from a fork; null once the fork is gone. */
  readonly headRepositoryId: number | null;
  readonly headOwnerId: number;
  readonly headRef: string;
  readonly headSha: string;
  readonly draft: boolean;
  readonly maintainerCanModify: boolean;
  readonly mergedAt: string | null;
  readonly mergedById: number | null;
  readonly mergeCommitSha: string | null;
}

const select = `SELECT issues.*, pulls.id AS pull, base_ref, base_sha, head_repository_id, head_owner_id, head_ref, head_sha,
  draft, maintainer_can_modify, merged_at, merged_by_id, merge_commit_sha FROM pulls JOIN issues ON issues.id = pulls.issue_id`;

function toPull(row: Row): Pull {
  const id = integer(row, "pull");
  const issue = toIssue(row);
  return {
    id,
    nodeId: encodeNodeId("PR", issue.repositoryId, id),
    issue,
    repositoryId: issue.repositoryId,
    baseRef: text(row, "base_ref"),
    baseSha: text(row, "base_sha"),
    headRepositoryId: integerOrNull(row, "head_repository_id"),
    headOwnerId: integer(row, "head_owner_id"),
    headRef: text(row, "head_ref"),
    headSha: text(row, "head_sha"),
    draft: flag(row, "draft"),
    maintainerCanModify: flag(row, "maintainer_can_modify"),
    mergedAt: textOrNull(row, "merged_at"),
    mergedById: integerOrNull(row, "merged_by_id"),
    mergeCommitSha: textOrNull(row, "merge_commit_sha"),
  };
}

export function pullById(state: State, id: number): Pull | undefined {
  const row = state.get(`${select} WHERE pulls.id = ?`, id);
  return row && toPull(row);
}

export function pullByNumber(state: State, repositoryId: number, number: number): Pull | undefined {
  const row = state.get(`${select} WHERE repository_id = ? AND number = ?`, repositoryId, number);
  return row && toPull(row);
}

/** Open ones with this branch as their head or base. */
export function openPullsOn(
  state: State,
  side: "head" | "base",
  repositoryId: number,
  branch: string,
): readonly Pull[] {
  const repository = side === "head" ? "head_repository_id" : "repository_id";
  return state
    .all(
      `${select} WHERE ${repository} = ? AND ${side}_ref = ? AND state = 'open' ORDER BY pulls.id`,
      repositoryId,
      branch,
    )
    .map(toPull);
}

// The unary plus keeps SQLite from scanning all issues of the repository: there are far fewer pull requests.

/** Pull requests with this commit as their head, including closed ones. */
export function pullsAt(state: State, repositoryId: number, sha: string): readonly Pull[] {
  return state
    .all(`${select} WHERE +repository_id = ? AND head_sha = ? ORDER BY pulls.id`, repositoryId, sha)
    .map(toPull);
}

/** Pull requests that introduced a commit, as their head or their merge. */
export function pullsWith(state: State, repositoryId: number, sha: string): readonly Pull[] {
  const found = `${select} WHERE +repository_id = ? AND (head_sha = ? OR merge_commit_sha = ?) ORDER BY pulls.id`;
  return state.all(found, repositoryId, sha, sha).map(toPull);
}

/** A repository's pull requests whose body contains a text. */
export function pullsMentioning(state: State, repositoryId: number, part: string): readonly Pull[] {
  return state
    .all(`${select} WHERE +repository_id = ? AND instr(body, ?) > 0 ORDER BY pulls.id`, repositoryId, part)
    .map(toPull);
}

export interface PullFilter {
  readonly repositoryId: number;
  readonly states?: readonly ("open" | "closed" | "merged")[] | undefined;
  readonly baseRef?: string | undefined;
  readonly headRef?: string | undefined;
  readonly headOwnerId?: number | undefined;
  /** Names; any of them. */
  readonly labels?: readonly string[] | undefined;
}

export interface PullOrder {
  readonly by: "created" | "updated";
  readonly direction: "asc" | "desc";
}

const stateTests = {
  open: "state = 'open'",
  closed: "(state = 'closed' AND merged_at IS NULL)",
  merged: "merged_at IS NOT NULL",
} as const;

function conditions(filter: PullFilter): {
  readonly sql: string;
  readonly values: readonly (string | number)[];
} {
  const { repositoryId, states, baseRef, headRef, headOwnerId, labels } = filter;
  const marks = (labels ?? []).map(() => "?").join(", ");
  const tests: readonly (readonly [string, readonly (string | number)[]])[] = [
    ["repository_id = ?", [repositoryId]],
    ...(states === undefined || states.length === 0
      ? []
      : ([[`(${states.map((one) => stateTests[one]).join(" OR ")})`, []]] as const)),
    ...(baseRef === undefined ? [] : ([["base_ref = ?", [baseRef]]] as const)),
    ...(headRef === undefined ? [] : ([["head_ref = ?", [headRef]]] as const)),
    ...(headOwnerId === undefined ? [] : ([["head_owner_id = ?", [headOwnerId]]] as const)),
    ...(labels === undefined || labels.length === 0
      ? []
      : ([
          [
            `EXISTS (SELECT 1 FROM issue_labels JOIN labels ON labels.id = label_id WHERE issue_labels.issue_id = issues.id AND labels.name IN (${marks}))`,
            labels,
          ],
        ] as const)),
  ];
  return { sql: tests.map(([sql]) => sql).join(" AND "), values: tests.flatMap(([, values]) => values) };
}

export function listPulls(
  state: State,
  filter: PullFilter,
  order: PullOrder,
  page: PageRange,
): readonly Pull[] {
  const { sql, values } = conditions(filter);
  const sorted = `${order.by}_at ${order.direction}, pulls.id ${order.direction}`;
  return state
    .all(`${select} WHERE ${sql} ORDER BY ${sorted} LIMIT ? OFFSET ?`, ...values, page.limit, page.offset)
    .map(toPull);
}

export function countPulls(state: State, filter: PullFilter): number {
  const { sql, values } = conditions(filter);
  const from = "FROM pulls JOIN issues ON issues.id = pulls.issue_id";
  return integer(state.get(`SELECT count(*) AS pulls ${from} WHERE ${sql}`, ...values) ?? {}, "pulls");
}

/** Makes an issue, created for that purpose, a pull request. @returns its id */
export function insertPull(
  state: State,
  issueId: number,
  pull: Pick<
    Pull,
    | "baseRef"
    | "baseSha"
    | "headRepositoryId"
    | "headOwnerId"
    | "headRef"
    | "headSha"
    | "draft"
    | "maintainerCanModify"
  >,
): number {
  const { id } = state.run(
    "INSERT INTO pulls (issue_id, base_ref, base_sha, head_repository_id, head_owner_id, head_ref, head_sha, draft, maintainer_can_modify) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
    issueId,
    pull.baseRef,
    pull.baseSha,
    pull.headRepositoryId,
    pull.headOwnerId,
    pull.headRef,
    pull.headSha,
    pull.draft ? 1 : 0,
    pull.maintainerCanModify ? 1 : 0,
  );
  state.run("UPDATE issues SET pull_id = ? WHERE id = ?", id, issueId);
  return id;
}

/** Saves the fields that only a pull request has; its issue is saved separately. */
export function savePull(state: State, pull: Pull): void {
  state.run(
    "UPDATE pulls SET base_ref = ?, base_sha = ?, head_sha = ?, draft = ?, maintainer_can_modify = ?, merged_at = ?, merged_by_id = ?, merge_commit_sha = ? WHERE id = ?",
    pull.baseRef,
    pull.baseSha,
    pull.headSha,
    pull.draft ? 1 : 0,
    pull.maintainerCanModify ? 1 : 0,
    pull.mergedAt,
    pull.mergedById,
    pull.mergeCommitSha,
    pull.id,
  );
}
