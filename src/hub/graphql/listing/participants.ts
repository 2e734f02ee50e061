/** Who took part in an issue: its author, its assignees and its commenters, each once. */
import type { HubCore } from "../../core.ts";
import type { User } from "../../state/accounts/users.ts";
import { assigneesOfIssue, type Issue } from "../../state/issues/issues.ts";
import { integer } from "../../state/row.ts";
import { accountById } from "../records.ts";

export function participantsOf(core: HubCore, issue: Issue): readonly User[] {
  const commenters = core.state
    .all("SELECT author_id FROM comments WHERE issue_id = ? GROUP BY author_id ORDER BY min(id)", issue.id)
    .map((row) => integer(row, "author_id"));
  const assignees = assigneesOfIssue(core.state, issue.id).map((user) => user.id);
  const ids = new Set([issue.authorId, ...assignees, ...commenters]);
  return [...ids].map((id) => accountById(core, id).value);
}
