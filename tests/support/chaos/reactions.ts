/** What our bot answered to a command in a comment. */
import type { Actor } from "../actor.ts";
import { botLogin } from "../freeing.ts";

/** `+1` or `confused`; empty while there is no answer. */
export async function reactionsTo(actor: Actor, comment: number): Promise<readonly string[]> {
  const { data } = await actor.octokit.rest.reactions.listForIssueComment({
    ...actor.repository,
    comment_id: comment,
  });
  return data.filter(({ user }) => user?.login === botLogin).map(({ content }) => content);
}
