/**
 * Effects of a merge: the pull request is closed and marked as merged, and the issues that it names with
 * closing keywords are closed.
 */
import type { HubCore } from "../../core.ts";
import { issueById } from "../../state/issues/issues.ts";
import { type Pull, savePull } from "../../state/pulls/pulls.ts";
import type { Repository } from "../../state/repositories.ts";
import type { WriteActor } from "../access/actor.ts";
import { applyState } from "../issues/issue-state.ts";
import { note, nowOf } from "../write.ts";
import { closingIssueIds } from "./closing-issues.ts";

export interface MergeFollowUp {
  /** Renders for webhooks. */
  readonly core: HubCore;
  readonly writer: WriteActor;
  readonly repository: Repository;
}

/** @param pull with `baseSha` set to the commit that it was merged onto */
export function followUpMerge(merge: MergeFollowUp, pull: Pull, mergeCommitSha: string): void {
  const { core, writer } = merge;
  const at = nowOf(core);
  savePull(core.state, { ...pull, mergedAt: at, mergedById: writer.user.id, mergeCommitSha });
  const session = { ...merge, issueId: pull.issue.id, at };
  note(session, { event: "merged", commitSha: mergeCommitSha });
  applyState(session, { state: "closed", reason: "completed" });
  for (const issueId of closingIssueIds(core.state, pull)) closeNamedIssue(merge, issueId, pull.id);
}

function closeNamedIssue({ core, writer, repository }: MergeFollowUp, issueId: number, pullId: number): void {
  const issue = issueById(core.state, issueId);
  if (issue?.state !== "open" || issue.repositoryId !== repository.id) return;
  const session = { core, writer, repository, issueId, at: nowOf(core) };
  applyState(session, { state: "closed", reason: "completed", closer: { pullId } });
}
