/**
 * Updates pull requests when a branch moves: a new head is a synchronisation, a deleted head closes it, and a
 * base that now contains the head counts as merging it, although no one pressed the button.
 */
import { forWebhooks, type HubCore } from "../../core.ts";
import { presentPull } from "../../present/pulls/pull.ts";
import { refSha, setRef } from "../../state/git/refs.ts";
import { touchIssue } from "../../state/issues/issues.ts";
import { openPullsOn, type Pull, pullById, savePull } from "../../state/pulls/pulls.ts";
import { type Repository, repositoryById } from "../../state/repositories.ts";
import { emit } from "../../webhooks/emit.ts";
import type { WriteActor } from "../access/actor.ts";
import { requestSuites } from "../checks/check-suites.ts";
import { applyState } from "../issues/issue-state.ts";
import { nowOf } from "../write.ts";
import { followUpMerge } from "./pull-merged.ts";

interface MoveContext {
  readonly core: HubCore;
  readonly writer: WriteActor;
  readonly repository: Repository;
}

interface BranchMove {
  readonly branch: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** New on the branch. */
  readonly commits: readonly string[];
}

/** Pull requests with the branch as their head, perhaps of another repository. */
export function followHead(
  { core, writer, repository }: MoveContext,
  { branch, before, after }: BranchMove,
): void {
  for (const pull of openPullsOn(core.state, "head", repository.id, branch)) {
    const base = repositoryById(core.state, pull.repositoryId);
    if (base === undefined) continue;
    if (after === undefined) {
      const session = { core, writer, repository: base, issueId: pull.issue.id, at: nowOf(core) };
      applyState(session, { state: "closed", reason: "completed" });
      continue;
    }
    const baseSha = refSha(core.state, base.id, `refs/heads/${pull.baseRef}`) ?? pull.baseSha;
    setHead(core, pull, after, baseSha);
    announceHead({ core, writer, repository: base }, pull, before ?? pull.headSha, after);
    // In its own repository the push has already requested the suites.
    if (base.id !== repository.id) requestSuites(core, writer, base, { branch: null, before, after });
  }
}

function setHead(core: HubCore, pull: Pull, headSha: string, baseSha: string): void {
  savePull(core.state, { ...pull, headSha, baseSha });
  setRef(core.state, pull.repositoryId, `refs/pull/${pull.issue.number}/head`, headSha);
  touchIssue(core.state, pull.issue.id, nowOf(core));
}

function announceHead(session: MoveContext, before: Pull, from: string, to: string): void {
  const core = forWebhooks(session.core);
  const pull = pullById(core.state, before.id) ?? before;
  const { repository, writer } = session;
  const payload = {
    number: pull.issue.number,
    before: from,
    after: to,
    pull_request: presentPull(core, pull),
  };
  emit(core, { event: "pull_request", action: "synchronize", repository, sender: writer.user, payload });
}

/** Pull requests with the branch as their base. */
export function followBase({ core, writer, repository }: MoveContext, move: BranchMove): void {
  const { branch, before, after, commits } = move;
  if (before === undefined || after === undefined) return;
  for (const pull of openPullsOn(core.state, "base", repository.id, branch)) {
    if (!commits.includes(pull.headSha)) continue;
    followUpMerge({ core, writer, repository }, { ...pull, baseSha: before }, after);
  }
}
