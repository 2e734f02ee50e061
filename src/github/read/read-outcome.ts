/**
 * Sorts the parts of a GraphQL response into outcomes, one for each requested issue. A null does not mean
 * "nothing": with a 200 it may be a field that failed, and only the list of problems shows which.
 */
import { z } from "zod";
import type { GraphqlResult } from "../transport/client.ts";
import type { GraphqlProblem } from "../transport/octokit-errors.ts";
import { isPolicyRefusal } from "../transport/request-failure.ts";
import {
  type CommentResponse,
  commentShape,
  type IssueResponse,
  issueShape,
  type PullResponse,
  pullShape,
} from "./response-shape.ts";

export type ReadOutcome =
  | { readonly type: "read"; readonly issue: IssueResponse }
  | { readonly type: "pull"; readonly pull: PullResponse }
  | { readonly type: "gone" }
  | { readonly type: "failed"; readonly message: string };

const ownShape = z.array(
  commentShape
    .extend({ issue: z.object({ id: z.string() }) })
    .nullable()
    .catch(null),
);

/**
 * An error inside an issue fails its read, except at a link that GitHub does not show: that counts as
 * unreadable.
 */
export function readOutcome({ data, problems }: GraphqlResult, alias: string): ReadOutcome {
  const here = problems.filter(({ path }) => path?.[0] === alias);
  const value = data[alias];
  const node = isRecord(value) && "issue" in value ? value.issue : value;
  if (node === null || node === undefined) {
    const isGone = here.every(isHidden);
    return isGone ? { type: "gone" } : { type: "failed", message: here[0]?.message ?? "Null." };
  }
  const pull = pullShape.safeParse(node);
  if (pull.success) return { type: "pull", pull: pull.data };
  const serious =
    here.find((problem) => !isHiddenLink(problem)) ?? problems.find(({ path }) => path === undefined);
  if (serious !== undefined) return { type: "failed", message: serious.message };
  const issue = issueShape.safeParse(node);
  if (issue.success) return { type: "read", issue: issue.data };
  // The node id of something other than an issue returns an empty object.
  if (isRecord(node) && Object.keys(node).length === 0) return { type: "gone" };
  return {
    type: "failed",
    message: `GitHub's response has an unexpected shape: ${issue.error.issues[0]?.path.join(".")}.`,
  };
}

/**
 * Whether GitHub says that something is not there for us. Any other error, such as a resource limit at one node, and a
 * policy that refuses our address, say nothing about it.
 */
export function isHidden({ type, message }: GraphqlProblem): boolean {
  return (type === "NOT_FOUND" || type === "FORBIDDEN") && !isPolicyRefusal(message);
}

/** The other end of a link may be in another organisation, so its policy hides it like everything else there. */
function isHiddenLink({ type, path = [] }: GraphqlProblem): boolean {
  if (type !== "NOT_FOUND" && type !== "FORBIDDEN") return false;
  if (
    path.at(-1) === "duplicateOf" ||
    path.at(-1) === "parent" ||
    path.includes("closedByPullRequestsReferences") ||
    path.includes("removals")
  )
    return true;
  const nodes = path.indexOf("nodes");
  return nodes > 0 && ["blockedBy", "blocking", "subIssues"].includes(String(path[nodes - 1]));
}

/** The requested issues that GitHub says it does not have. One that failed otherwise may still exist. */
export function goneComments(
  { data, problems }: GraphqlResult,
  asked: readonly string[],
): ReadonlySet<string> {
  const found = Array.isArray(data.own) ? data.own : [];
  const missing = problems.filter(({ type, path }) => type === "NOT_FOUND" && path?.[0] === "own");
  const isMissing = (id: string, at: number): boolean =>
    missing.some(({ path, message }) => path?.[1] === at || message.includes(`'${id}'`));
  return new Set(asked.filter((id, at) => found[at] === null && isMissing(id, at)));
}

/** Our comments requested by id, by their issue. One that failed is merely unknown. */
export function ownCommentsByIssue({ data }: GraphqlResult): ReadonlyMap<string, readonly CommentResponse[]> {
  const answers = ownShape.safeParse(data.own).data ?? [];
  return Map.groupBy(
    answers.filter((answer) => answer !== null),
    ({ issue }) => issue.id,
  );
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
