/** Deletes an issue with its comments and edges. GitHub sends no `issue_dependencies` for edges lost this way. */
import type { HubCore } from "../../core.ts";
import { deleteIssueRow, type Issue, leaveNumber } from "../../state/issues/issues.ts";
import { needs } from "../access/access.ts";
import type { Actor } from "../access/actor.ts";
import { type OpResult, ok } from "../result.ts";
import { announce, issueWrite, write } from "../write.ts";

/** @returns the issue before its deletion */
export function deleteIssue(
  core: HubCore,
  actor: Actor,
  input: { readonly issueId: number },
): OpResult<Issue> {
  return write(core, () => {
    const session = issueWrite(core, actor, input.issueId, needs.deleteIssues);
    if (session.kind !== "ok") return session;
    const { issue, repository } = session.value;
    announce(session.value, "deleted");
    deleteIssueRow(core.state, issue.id);
    leaveNumber(core.state, repository.id, issue.number, null);
    return ok(issue);
  });
}
