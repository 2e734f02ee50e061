/**
 * Reads the further pages of an issue's links and comments. An edge added or removed in the meantime shifts
 * the pages and hides a blocker, so links are reread until two counts agree.
 */

import { z } from "zod";
import type { Millis } from "../../base/clock.ts";
import type { CommentsShown, InstallationId, Links } from "../../engine/model/fact.ts";
import type { Client } from "../transport/client.ts";
import { UnexpectedResponse } from "../transport/octokit-errors.ts";
import { toLinkedIssue } from "./links-seen.ts";
import { commentsQuery, linksQuery } from "./queries.ts";
import {
  type CommentPage,
  type CommentResponse,
  commentPageShape,
  type LinkPage,
  type LinkResponse,
  linkPageShape,
} from "./response-shape.ts";

const maxLinkPages = 20;
const maxLinkReadings = 3;
const maxCommentPages = 50;

const linksResponse = z.object({ issue: z.object({ links: linkPageShape }) });
const commentsResponse = z.object({
  issue: z.object({ repository: z.object({ id: z.string() }), comments: commentPageShape }),
});

/** One side of an issue's dependencies, from its first page on. */
export async function readLinks(
  client: Client,
  {
    installationId,
    issueId,
    side,
    first,
  }: {
    readonly installationId: InstallationId;
    readonly issueId: string;
    readonly side: "blockedBy" | "blocking";
    readonly first: LinkPage;
  },
): Promise<Links> {
  if (!first.pageInfo.hasNextPage) return linksOf([first]);
  for (let reading = 0; reading < maxLinkReadings; reading++) {
    const pages = await linkPages(client, {
      installationId,
      id: issueId,
      side,
      first: reading === 0 ? first : undefined,
    });
    if (isSteady(pages)) return linksOf(pages);
  }
  return { ...linksOf([first]), complete: false };
}

async function linkPages(
  client: Client,
  {
    installationId,
    id,
    side,
    first,
  }: {
    readonly installationId: InstallationId;
    readonly id: string;
    readonly side: "blockedBy" | "blocking";
    readonly first: LinkPage | undefined;
  },
): Promise<readonly LinkPage[]> {
  const pages: LinkPage[] = first === undefined ? [] : [first];
  while (pages.length < maxLinkPages) {
    const last = pages.at(-1);
    if (last !== undefined && !last.pageInfo.hasNextPage) break;
    const after = last?.pageInfo.endCursor ?? null;
    const { data, problems } = await client.query(installationId, linksQuery(side), { id, after });
    const answer = linksResponse.safeParse(data);
    if (!answer.success)
      throw new UnexpectedResponse(problems[0]?.message ?? `GitHub returned no page of ${side} for ${id}.`);
    pages.push(answer.data.issue.links);
  }
  return pages;
}

/** Read to the end, with the same count throughout and no duplicates. */
function isSteady(pages: readonly LinkPage[]): boolean {
  const counts = new Set(pages.map(({ totalCount }) => totalCount));
  const ids = pages.flatMap(({ nodes }) => nodes.flatMap((node) => node?.id ?? []));
  return (
    pages.at(-1)?.pageInfo.hasNextPage === false && counts.size === 1 && new Set(ids).size === ids.length
  );
}

/** A link that is counted but not shown is unreadable, whether it comes as null or not at all. */
export function linksOf(pages: readonly LinkPage[]): Links {
  const shown = pages.flatMap(({ nodes }) => nodes.filter((node): node is LinkResponse => node !== null));
  const total = Math.max(0, ...pages.map(({ totalCount }) => totalCount));
  const missing = pages.flatMap(({ nodes }) => nodes).length - shown.length;
  return {
    complete: true,
    unreadable: Math.max(missing, total - shown.length),
    issues: shown.map(toLinkedIssue),
  };
}

/** The comments before a page, back to `since` or to the first one. */
export async function readEarlierComments(
  client: Client,
  {
    installationId,
    issueId,
    last,
    since,
  }: {
    readonly installationId: InstallationId;
    readonly issueId: string;
    readonly last: CommentPage;
    readonly since: Millis | undefined;
  },
): Promise<readonly CommentResponse[]> {
  const found: CommentResponse[] = [];
  let page = last;
  for (let pages = 1; pages < maxCommentPages && reachesBack(page, since); pages++) {
    const earlier = await readCommentPage(client, installationId, issueId, page.pageInfo.startCursor);
    if (earlier === undefined) throw new UnexpectedResponse(`Issue ${issueId} vanished between two pages.`);
    page = earlier.comments;
    found.push(...page.nodes);
  }
  return found;
}

/** Comments of the same second as the oldest may be on the page before. @param earlier from the pages before `last` */
export function shownIn(last: CommentPage, earlier: readonly CommentResponse[]): CommentsShown {
  const all = [...earlier, ...last.nodes];
  const oldest = Math.min(...all.map(({ createdAt }) => createdAt));
  const byMail = all.filter(({ createdViaEmail }) => createdViaEmail).map(({ id }) => id);
  const newest = all.length === 0 ? {} : { until: Math.max(...all.map(({ createdAt }) => createdAt)) };
  return {
    since: last.pageInfo.hasPreviousPage ? oldest : -Infinity,
    ...newest,
    ids: new Set(all.map(({ id }) => id)),
    ...(byMail.length === 0 ? {} : { byMail: new Set(byMail) }),
  };
}

/**
 * One page of comments and their repository, the newest page if `before` is null; undefined if the issue is
 * gone.
 */
export async function readCommentPage(
  client: Client,
  installationId: InstallationId,
  id: string,
  before: string | null,
): Promise<{ readonly repositoryId: string; readonly comments: CommentPage } | undefined> {
  const { data, problems } = await client.query(installationId, commentsQuery, { id, before });
  const answer = commentsResponse.safeParse(data);
  if (answer.success) {
    const { repository, comments } = answer.data.issue;
    return { repositoryId: repository.id, comments };
  }
  if (problems.some(({ type }) => type === "NOT_FOUND")) return undefined;
  throw new UnexpectedResponse(problems[0]?.message ?? `GitHub returned no page of comments for ${id}.`);
}

/** Whether there may be unread comments before this page. */
function reachesBack({ pageInfo, nodes }: CommentPage, since: Millis | undefined): boolean {
  const oldest = nodes[0]?.createdAt;
  return pageInfo.hasPreviousPage && (since === undefined || oldest === undefined || oldest >= since);
}
