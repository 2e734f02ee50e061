/** Effects of commit messages on a branch: they reference issues and, on the default branch, close some. */
import { getCommit } from "../../state/git/git.ts";
import { issueById } from "../../state/issues/issues.ts";
import { repositoryById } from "../../state/repositories.ts";
import { can, needs } from "../access/access.ts";
import { applyState } from "../issues/issue-state.ts";
import { issueIdsClosedByMessage } from "../pulls/closing-issues.ts";
import { noteCommitReferences, type ReferenceSession } from "../references.ts";

/** @param commits new on the branch, oldest first */
export function applyCommitMessages(
  session: ReferenceSession,
  branch: string,
  commits: readonly string[],
): void {
  const { core, repository } = session;
  for (const sha of commits) {
    const message = getCommit(core.state, repository.id, sha)?.message ?? "";
    if (!/[#/]/.test(message)) continue;
    noteCommitReferences(session, sha, message);
    if (branch === repository.defaultBranch) closeNamed(session, sha, message);
  }
}

/** Closes issues of this repository, and those of other repositories that the writer may close there. */
function closeNamed(session: ReferenceSession, commitSha: string, message: string): void {
  const { core, writer, repository } = session;
  for (const issueId of issueIdsClosedByMessage(core.state, repository, message)) {
    const issue = issueById(core.state, issueId);
    const place = issue && repositoryById(core.state, issue.repositoryId);
    if (issue?.state !== "open" || place === undefined || !can(core.state, writer, place, needs.triage))
      continue;
    const closer = { commitSha, repositoryId: repository.id };
    applyState({ ...session, repository: place, issueId }, { state: "closed", reason: "completed", closer });
  }
}
