/**
 * Reads all issues of a repository in pages that bring them whole. A page may be too much for GitHub, so it
 * shrinks until GitHub answers. What a page does not show in full is left to a read by id.
 */
import { z } from "zod";
import type { Millis } from "../../base/clock.ts";
import type { IssueFact, IssuePage, Tracker } from "../../dispatcher/ports/tracker.ts";
import { RequestFailed } from "../../dispatcher/request-failed.ts";
import type { InstallationId, NodeId } from "../../engine/model/fact.ts";
import { createBatchSizes } from "../transport/batch-size.ts";
import type { GraphqlResult } from "../transport/client.ts";
import { type GraphqlProblem, UnexpectedResponse } from "../transport/octokit-errors.ts";
import { isTooMuch } from "../transport/request-failure.ts";
import { isTimeOut, TimeOuts } from "../transport/time-outs.ts";
import type { IssueReader } from "./ask-for-issues.ts";
import { toIssueSeen } from "./issue-seen.ts";
import { linksOf } from "./pages.ts";
import { issuePageQuery } from "./queries.ts";
import { isHidden, readOutcome } from "./read-outcome.ts";
import type { CommentPage, IssueResponse } from "./response-shape.ts";

const pageSizes = { initial: 100, max: 100, min: 1 };

const pageShape = z.object({
  issues: z.object({
    pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
    nodes: z.array(
      z.looseObject({ id: z.string(), comments: z.object({ totalCount: z.number() }) }).nullable(),
    ),
  }),
});
type Page = z.infer<typeof pageShape>["issues"];

const noComments: CommentPage = { pageInfo: { hasPreviousPage: false, startCursor: null }, nodes: [] };

export function createIssuePage(reading: IssueReader): Tracker["issuePage"] {
  const { client, clock, features, random } = reading;
  const sizes = createBatchSizes(pageSizes);

  return async ({ id, installationId }, after) => {
    const timeOuts = new TimeOuts(clock, random);
    for (;;) {
      const first = sizes.of(installationId);
      const canShrink = first > pageSizes.min;
      const readAt = clock.now();
      try {
        const variables = { id, first, after: after ?? null };
        const answer = await client.query(installationId, issuePageQuery(features), variables, { canShrink });
        timeOuts.noteAnswer();
        const page = wholePage(answer);
        if (page !== undefined) {
          sizes.accepted(installationId, { count: first, tookMs: clock.now() - readAt });
          return await sortIssues(reading, installationId, { answer, page, readAt });
        }
      } catch (thrown) {
        if (!(thrown instanceof RequestFailed)) throw thrown;
        const { failure } = thrown;
        if (features.learn(failure.message)) continue;
        if (failure.type === "wait") {
          if (isTimeOut(thrown)) sizes.tooMuch(installationId);
          if (!canShrink) throw thrown;
          await timeOuts.waitAfter(thrown);
          continue;
        }
      }
      sizes.tooMuch(installationId);
      if (first === pageSizes.min) return undefined;
    }
  };
}

/** Undefined if it was too much for GitHub, or if it lacks an issue whose id nothing else shows. */
function wholePage({ data, problems }: GraphqlResult): Page | undefined {
  const { data: repository } = pageShape.safeParse(data.repository);
  const isHurt = problems.some((problem) => isTooMuch(problem) || nodeOf(problem) === undefined);
  if (repository === undefined || isHurt) return undefined;
  const { issues } = repository;
  const { hasNextPage, endCursor } = issues.pageInfo;
  const isLacking = problems.some(
    (problem) => issues.nodes[nodeOf(problem) ?? 0] === null && !isHidden(problem),
  );
  return isLacking || (hasNextPage && endCursor === null) ? undefined : issues;
}

/** Which issue of the page a problem is about. */
function nodeOf({ path = [] }: GraphqlProblem): number | undefined {
  const [repository, issues, nodes, at] = path;
  const isInside = repository === "repository" && issues === "issues" && nodes === "nodes";
  return isInside && typeof at === "number" ? at : undefined;
}

interface PageResponse {
  readonly answer: GraphqlResult;
  readonly page: Page;
  readonly readAt: Millis;
}

async function sortIssues(
  reading: IssueReader,
  installationId: InstallationId,
  { answer, page, readAt }: PageResponse,
): Promise<IssuePage> {
  const facts: IssueFact[] = [];
  const others: NodeId[] = [];
  for (const [at, node] of page.nodes.entries()) {
    if (node === null) continue;
    const whole = node.comments.totalCount === 0 ? wholeIssue(answer, node, at) : undefined;
    const issue = whole && (await seen(reading, installationId, whole));
    if (issue === undefined) others.push(node.id);
    else facts.push({ type: "IssueSeen", issue, readAt });
  }
  const { hasNextPage, endCursor } = page.pageInfo;
  return { facts, others, next: hasNextPage ? (endCursor ?? undefined) : undefined };
}

/** Undefined if anything of it failed, or if there are more links than the page shows. */
function wholeIssue(
  { problems }: GraphqlResult,
  node: Readonly<Record<string, unknown>>,
  at: number,
): IssueResponse | undefined {
  const own = problems.filter((problem) => nodeOf(problem) === at);
  const outcome = readOutcome(
    {
      data: { issue: { ...node, comments: noComments } },
      problems: own.map((problem) => ({ ...problem, path: ["issue", ...(problem.path ?? []).slice(4)] })),
    },
    "issue",
  );
  if (outcome.type !== "read") return undefined;
  const { blockedBy, blocking } = outcome.issue;
  const isCut = [blockedBy, blocking].some((links) => links?.pageInfo.hasNextPage === true);
  return isCut ? undefined : outcome.issue;
}

/** Undefined if the text with which it was created did not come. */
async function seen(
  { client, ourselves, firstTexts }: IssueReader,
  installationId: InstallationId,
  issue: IssueResponse,
): Promise<IssueFact["issue"] | undefined> {
  const { blockedBy, blocking } = issue;
  try {
    return toIssueSeen(ourselves, {
      issue,
      first: await firstTexts.read(client, installationId, issue),
      comments: [],
      blockedBy: blockedBy && linksOf([blockedBy]),
      blocking: blocking && linksOf([blocking]),
    });
  } catch (thrown) {
    if (thrown instanceof UnexpectedResponse) return undefined;
    throw thrown;
  }
}
