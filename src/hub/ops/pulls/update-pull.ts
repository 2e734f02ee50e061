/** Changes a pull request: its title, body and state as for an issue, and the fields of pull requests. */
import type { HubCore } from "../../core.ts";
import { refSha } from "../../state/git/refs.ts";
import { type Pull, pullById, savePull } from "../../state/pulls/pulls.ts";
import { needs } from "../access/access.ts";
import type { Actor } from "../access/actor.ts";
import { updateIssue } from "../issues/update-issue.ts";
import { invalid, notFound, type OpResult, ok, unprocessable } from "../result.ts";
import { announce, type IssueWrite, issueWrite, note, write } from "../write.ts";
import { steerPull } from "./steer-pull.ts";

export interface UpdatePullInput {
  readonly pullId: number;
  readonly title?: string | undefined;
  readonly body?: string | null | undefined;
  readonly state?: "open" | "closed" | undefined;
  /** Another branch to merge into. */
  readonly base?: string | undefined;
  readonly maintainerCanModify?: boolean | undefined;
}

export function updatePull(core: HubCore, actor: Actor, input: UpdatePullInput): OpResult<Pull> {
  return write(core, () => {
    const pull = pullById(core.state, input.pullId);
    if (pull === undefined) return notFound;
    if (input.state === "open" && pull.issue.state === "closed") {
      const problem = whyClosed(core, pull);
      if (problem !== undefined) return unprocessable(problem);
    }
    const state = input.state === "closed" ? ({ state: "closed", reason: "completed" } as const) : undefined;
    const changed = updateIssue(core, actor, {
      issueId: pull.issue.id,
      title: input.title,
      body: input.body,
      state: input.state === "open" ? { state: "open" } : state,
    });
    if (changed.kind !== "ok") return changed;
    const session = issueWrite(core, actor, pull.issue.id, needs.participate);
    if (session.kind !== "ok") return session;
    if (input.maintainerCanModify !== undefined)
      savePull(core.state, { ...pull, maintainerCanModify: input.maintainerCanModify });
    return input.base === undefined ? reloadPull(core, pull) : rebase(session.value, pull, input.base);
  });
}

/** Marks a draft as ready, or a ready one as a draft. */
export function setDraft(
  core: HubCore,
  actor: Actor,
  { pullId, draft }: { readonly pullId: number; readonly draft: boolean },
): OpResult<Pull> {
  return write(core, () => {
    const begun = steerPull(core, actor, pullId);
    if (begun.kind !== "ok") return begun;
    const { pull, session } = begun.value;
    if (pull.draft === draft) return ok(pull);
    savePull(core.state, { ...pull, draft });
    note(session, { event: draft ? "convert_to_draft" : "ready_for_review" });
    announce(session, draft ? "converted_to_draft" : "ready_for_review");
    return reloadPull(core, pull);
  });
}

function whyClosed(core: HubCore, pull: Pull): string | undefined {
  if (pull.mergedAt !== null) return "The pull request cannot be reopened: it was merged.";
  const head = pull.headRepositoryId;
  const isThere = head !== null && refSha(core.state, head, `refs/heads/${pull.headRef}`) !== undefined;
  return isThere ? undefined : `The ${pull.headRef} branch has been deleted.`;
}

function rebase(session: IssueWrite, before: Pull, baseRef: string): OpResult<Pull> {
  const { core, repository } = session;
  const baseSha = refSha(core.state, repository.id, `refs/heads/${baseRef}`);
  if (baseSha === undefined) return invalid({ resource: "PullRequest", field: "base", code: "invalid" });
  const pull = pullById(core.state, before.id) ?? before;
  if (baseRef === pull.baseRef) return ok(pull);
  savePull(core.state, { ...pull, baseRef, baseSha });
  const changes = { base: { ref: { from: pull.baseRef }, sha: { from: pull.baseSha } } };
  announce(session, "edited", { changes });
  return reloadPull(core, pull);
}

function reloadPull(core: HubCore, pull: Pull): OpResult<Pull> {
  const now = pullById(core.state, pull.id);
  return now === undefined ? notFound : ok(now);
}
