/**
 * Looks for what the caller created, where the response was lost. GitHub's search lags, so the newest are
 * listed.
 */

import type { Octokit } from "@octokit/rest";
import type { Millis } from "../../base/clock.ts";
import type { NewIssue, OwnWords } from "../../operations/caller-writer.ts";
import { settledText } from "../../protocol/envelope/settled-text.ts";
import { splitEnvelope } from "../../protocol/envelope/split-envelope.ts";
import type { FullRef, RepositoryName } from "../../protocol/references/ref.ts";
import { isSameAccount } from "../../protocol/settings/agents/account-key.ts";

/** The owner of the token. */
export interface Viewer {
  /** Node ID: a bot's login has more than one spelling. */
  readonly id: string;
  readonly login: string;
}

const pageSize = 50;

/** @returns the number of the caller's issue with the same envelope ID or, without one, the same text */
export async function ownIssue(
  octokit: Octokit,
  viewer: Viewer,
  place: RepositoryName,
  { title, body }: Pick<NewIssue, "title" | "body">,
): Promise<number | undefined> {
  const { data } = await octokit.rest.issues.listForRepo({
    ...place,
    state: "all",
    sort: "created",
    direction: "desc",
    per_page: pageSize,
  });
  const id = idIn(body);
  const isIt = (issue: (typeof data)[number]): boolean =>
    id === undefined
      ? issue.title === title && settledText(issue.body ?? "") === settledText(body)
      : idIn(issue.body ?? "") === id;
  return data.findLast((issue) => isSameAccount(issue.user?.node_id, viewer.id) && isIt(issue))?.number;
}

/**
 * Looks through all issues of the caller there, the newest first, as it may have been opened long ago.
 * @returns the number of the one with this envelope ID that counts: the eldest that was not closed as a duplicate
 */
export async function ownIssueWithId(
  octokit: Octokit,
  viewer: Viewer,
  place: RepositoryName,
  id: string,
): Promise<number | undefined> {
  const pages = octokit.paginate.iterator(octokit.rest.issues.listForRepo, {
    ...place,
    state: "all",
    creator: viewer.login,
    per_page: 100,
  });
  let found: { readonly number: number; readonly isDuplicate: boolean } | undefined;
  for await (const { data } of pages)
    for (const { user, body, number, state_reason } of data) {
      if (!isSameAccount(user?.node_id, viewer.id) || idIn(body ?? "") !== id) continue;
      const isDuplicate = state_reason === "duplicate";
      if (found === undefined || !isDuplicate || found.isDuplicate) found = { number, isDuplicate };
    }
  return found?.number;
}

/** @param since a time of our clock before which it was not written */
export async function ownComment(
  octokit: Octokit,
  viewer: Viewer,
  { owner, repo, number }: FullRef,
  { body, since }: { readonly body: string; readonly since: Millis },
): Promise<OwnWords | undefined> {
  const { data } = await octokit.rest.issues.listComments({
    owner,
    repo,
    issue_number: number,
    per_page: 100,
    since: new Date(since).toISOString(),
  });
  const text = settledText(body);
  const found = data.find(
    (comment) => isSameAccount(comment.user?.node_id, viewer.id) && settledText(comment.body ?? "") === text,
  );
  return found && { id: found.node_id, number: found.id };
}

/**
 * Looks through all comments on an issue.
 * @returns the eldest of the caller's with this envelope ID
 */
export async function ownCommentWithId(
  octokit: Octokit,
  viewer: Viewer,
  { owner, repo, number }: FullRef,
  id: string,
): Promise<OwnWords | undefined> {
  const pages = octokit.paginate.iterator(octokit.rest.issues.listComments, {
    owner,
    repo,
    issue_number: number,
    per_page: 100,
  });
  for await (const { data } of pages) {
    const found = data.find(
      ({ user, body }) => isSameAccount(user?.node_id, viewer.id) && idIn(body ?? "") === id,
    );
    if (found !== undefined) return { id: found.node_id, number: found.id };
  }
  return undefined;
}

function idIn(body: string): string | undefined {
  const { envelope } = splitEnvelope(body);
  return envelope?.ok === true ? envelope.envelope.id : undefined;
}
