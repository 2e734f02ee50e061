/**
 * Confirms by id the known comments of late that the newest page does not reach back to. However many others were written
 * since, it is one request: paging back to them would cost one for each hundred.
 */
import type { ReadRequest } from "../../dispatcher/ports/tracker.ts";
import type { CommentsShown, InstallationId } from "../../engine/model/fact.ts";
import type { Client } from "../transport/client.ts";
import { knownCommentsQuery } from "./queries.ts";
import { goneComments, ownCommentsByIssue } from "./read-outcome.ts";
import type { CommentPage, CommentResponse } from "./response-shape.ts";

interface RecentComments {
  readonly found: ReadonlyMap<string, readonly CommentResponse[]>;
  readonly gone: ReadonlySet<string>;
}

/** The recent comments that the pages do not reach back to, by id. However many others there are, it is one request. */
export async function readRecentComments(
  client: Client,
  installationId: InstallationId,
  { recentComments = [] }: ReadRequest,
  last: CommentPage,
  earlier: readonly CommentResponse[],
): Promise<RecentComments> {
  const shown = [...earlier, ...last.nodes];
  const ids = new Set(shown.map(({ id }) => id));
  const oldest = Math.min(...shown.map(({ createdAt }) => createdAt));
  const wanted = recentComments.flatMap(({ id, createdAt }) =>
    createdAt <= oldest && !ids.has(id) ? id : [],
  );
  // Without a page before these, what they do not show is not there.
  if (wanted.length === 0 || !last.pageInfo.hasPreviousPage) return { found: new Map(), gone: new Set() };
  const answer = await client.query(installationId, knownCommentsQuery, { own: wanted });
  return { found: ownCommentsByIssue(answer), gone: goneComments(answer, wanted) };
}

export function withRecent(
  shown: CommentsShown,
  found: readonly CommentResponse[],
  gone: ReadonlySet<string>,
): CommentsShown {
  if (found.length === 0 && gone.size === 0) return shown;
  const byMail = found.filter(({ createdViaEmail }) => createdViaEmail).map(({ id }) => id);
  return {
    ...shown,
    ids: new Set([...shown.ids, ...found.map(({ id }) => id)]),
    ...(byMail.length === 0 ? {} : { byMail: new Set([...(shown.byMail ?? []), ...byMail]) }),
    ...(gone.size === 0 ? {} : { gone }),
  };
}
