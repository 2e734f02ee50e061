/**
 * Check suites and check runs. A suite is one App's checks of one commit and has no state of its own: it
 * follows from its runs. A run belongs to the App that created it, which is what a required check verifies.
 */
import { encodeNodeId } from "../node-id.ts";
import { integer, oneOf, oneOfOrNull, type Row, text, textOrNull } from "../row.ts";
import type { State } from "../state.ts";

export const checkStatuses = [
  "queued",
  "in_progress",
  "completed",
  "waiting",
  "requested",
  "pending",
] as const;
export const checkConclusions = [
  "action_required",
  "cancelled",
  "failure",
  "neutral",
  "success",
  "skipped",
  "stale",
  "timed_out",
] as const;

export type CheckStatus = (typeof checkStatuses)[number];
export type CheckConclusion = (typeof checkConclusions)[number];

export interface CheckSuite {
  readonly id: number;
  readonly nodeId: string;
  readonly repositoryId: number;
  readonly appId: number;
  readonly headSha: string;
  /** Null for a commit of a fork. */
  readonly headBranch: string | null;
  readonly beforeSha: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface Annotation {
  readonly path: string;
  readonly start_line: number;
  readonly end_line: number;
  readonly start_column?: number | undefined;
  readonly end_column?: number | undefined;
  readonly annotation_level: "notice" | "warning" | "failure";
  readonly message: string;
  readonly title?: string | undefined;
  readonly raw_details?: string | undefined;
}

/** A button below a check run's output. */
export interface CheckAction {
  readonly label: string;
  readonly description: string;
  readonly identifier: string;
}

export interface CheckRun {
  readonly id: number;
  readonly nodeId: string;
  readonly suiteId: number;
  readonly name: string;
  readonly status: CheckStatus;
  readonly conclusion: CheckConclusion | null;
  readonly externalId: string;
  readonly detailsUrl: string | null;
  readonly startedAt: string | null;
  readonly completedAt: string | null;
  readonly title: string | null;
  readonly summary: string | null;
  readonly text: string | null;
  readonly annotations: readonly Annotation[];
  readonly actions: readonly CheckAction[];
}

function toSuite(row: Row): CheckSuite {
  const id = integer(row, "id");
  const repositoryId = integer(row, "repository_id");
  return {
    id,
    nodeId: encodeNodeId("CS", repositoryId, id),
    repositoryId,
    appId: integer(row, "app_id"),
    headSha: text(row, "head_sha"),
    headBranch: textOrNull(row, "head_branch"),
    beforeSha: textOrNull(row, "before_sha"),
    createdAt: text(row, "created_at"),
    updatedAt: text(row, "updated_at"),
  };
}

function toRun(row: Row): CheckRun {
  const id = integer(row, "id");
  const suiteId = integer(row, "suite_id");
  const annotations: Annotation[] = JSON.parse(text(row, "annotations"));
  const actions: CheckAction[] = JSON.parse(text(row, "actions"));
  return {
    id,
    nodeId: encodeNodeId("CR", suiteId, id),
    suiteId,
    name: text(row, "name"),
    status: oneOf(row, "status", checkStatuses),
    conclusion: oneOfOrNull(row, "conclusion", checkConclusions),
    externalId: text(row, "external_id"),
    detailsUrl: textOrNull(row, "details_url"),
    startedAt: textOrNull(row, "started_at"),
    completedAt: textOrNull(row, "completed_at"),
    title: textOrNull(row, "title"),
    summary: textOrNull(row, "summary"),
    text: textOrNull(row, "text"),
    annotations,
    actions,
  };
}

export function suiteById(state: State, id: number): CheckSuite | undefined {
  const row = state.get("SELECT * FROM check_suites WHERE id = ?", id);
  return row && toSuite(row);
}

export function suitesOfCommit(state: State, repositoryId: number, sha: string): readonly CheckSuite[] {
  return state
    .all("SELECT * FROM check_suites WHERE repository_id = ? AND head_sha = ? ORDER BY id", repositoryId, sha)
    .map(toSuite);
}

export function insertSuite(
  state: State,
  suite: Pick<CheckSuite, "repositoryId" | "appId" | "headSha" | "headBranch" | "beforeSha">,
  at: string,
): number {
  return state.run(
    "INSERT INTO check_suites (repository_id, app_id, head_sha, head_branch, before_sha, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?)",
    suite.repositoryId,
    suite.appId,
    suite.headSha,
    suite.headBranch,
    suite.beforeSha,
    at,
    at,
  ).id;
}

export function touchSuite(state: State, id: number, at: string): void {
  state.run("UPDATE check_suites SET updated_at = ? WHERE id = ?", at, id);
}

export function runById(state: State, id: number): CheckRun | undefined {
  const row = state.get("SELECT * FROM check_runs WHERE id = ?", id);
  return row && toRun(row);
}

export function runsOfSuite(state: State, suiteId: number): readonly CheckRun[] {
  return state.all("SELECT * FROM check_runs WHERE suite_id = ? ORDER BY id", suiteId).map(toRun);
}

export function insertRun(state: State, run: Omit<CheckRun, "id" | "nodeId">): number {
  return state.run(
    "INSERT INTO check_runs (suite_id, name, status, conclusion, external_id, details_url, started_at, completed_at, title, summary, text, annotations, actions) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    run.suiteId,
    ...valuesOf(run),
  ).id;
}

export function saveRun(state: State, run: CheckRun): void {
  state.run(
    "UPDATE check_runs SET name = ?, status = ?, conclusion = ?, external_id = ?, details_url = ?, started_at = ?, completed_at = ?, title = ?, summary = ?, text = ?, annotations = ?, actions = ? WHERE id = ?",
    ...valuesOf(run),
    run.id,
  );
}

function valuesOf(run: Omit<CheckRun, "id" | "nodeId" | "suiteId">) {
  return [
    run.name,
    run.status,
    run.conclusion,
    run.externalId,
    run.detailsUrl,
    run.startedAt,
    run.completedAt,
    run.title,
    run.summary,
    run.text,
    JSON.stringify(run.annotations),
    JSON.stringify(run.actions),
  ];
}
