/**
 * Looks for one of our comments before it is written again. Reads the issue's own list of comments: GitHub's
 * search lags by seconds.
 */
import type { InstallationId, NodeId } from "../../engine/model/fact.ts";
import { type Ourselves, ownOf } from "../read/comments.ts";
import { readCommentPage } from "../read/pages.ts";
import type { Client } from "../transport/client.ts";

const maxPages = 50;

/**
 * The oldest match on the newest page that has one. Throws `RequestFailed`, or `UnexpectedAnswer` if a page
 * cannot be read.
 */
export async function findOwnComment(
  client: Client,
  ourselves: Ourselves,
  {
    installationId,
    issueId,
    key,
  }: { readonly installationId: InstallationId; readonly issueId: NodeId; readonly key: string },
): Promise<NodeId | undefined> {
  let before: string | null = null;
  for (let pages = 0; pages < maxPages; pages++) {
    const page = await readCommentPage(client, installationId, issueId, before);
    if (page === undefined) return undefined;
    const { repositoryId, comments } = page;
    const place = { host: ourselves.host, repositoryId, issueId };
    const own = comments.nodes.flatMap((answer) => ownOf(ourselves, answer, place) ?? []);
    const found = own.find((comment) => comment.key === key);
    if (found !== undefined) return found.id;
    if (!comments.pageInfo.hasPreviousPage) return undefined;
    before = comments.pageInfo.startCursor;
  }
  return undefined;
}
