/** Closing and reopening. An author may close what is theirs, and reopen it unless somebody else closed it. */
import type { HubCore } from "../core.ts";
import { type CloseReason, type Issue, saveIssue } from "../state/issues.ts";
import { can, needs, refuse } from "./access.ts";
import type { Actor } from "./actor.ts";
import { type OpResult, ok } from "./result.ts";
import { announce, current, type IssueWrite, issueWrite, note, write } from "./write.ts";

export type StateChange =
  | { readonly state: "closed"; readonly reason: CloseReason }
  | { readonly state: "open" };

export function closeIssue(
  core: HubCore,
  actor: Actor,
  input: { readonly issueId: number; readonly reason?: CloseReason | undefined },
): OpResult<Issue> {
  return changeState(core, actor, input.issueId, { state: "closed", reason: input.reason ?? "completed" });
}

export function reopenIssue(
  core: HubCore,
  actor: Actor,
  input: { readonly issueId: number },
): OpResult<Issue> {
  return changeState(core, actor, input.issueId, { state: "open" });
}

function changeState(core: HubCore, actor: Actor, issueId: number, change: StateChange): OpResult<Issue> {
  return write(core, () => {
    const session = issueWrite(core, actor, issueId, needs.see);
    if (session.kind !== "ok") return session;
    if (!mayChangeState(actor, session.value, session.value.issue, change)) return refuse(actor);
    applyState(session.value, change);
    return ok(current(session.value));
  });
}

/** Whether the actor may make this change: by role, or as the author. */
export function mayChangeState(
  actor: Actor,
  { core, writer, repository }: IssueWrite,
  issue: Issue,
  change: StateChange,
): boolean {
  if (can(core.state, actor, repository, needs.triage)) return true;
  const isAuthor = actor.kind === "user" && issue.authorId === writer.user.id;
  return isAuthor && (change.state === "closed" || issue.closedById === writer.user.id);
}

/** Carries the change out within a write that is allowed already; nothing happens where it is so already. */
export function applyState(session: IssueWrite, change: StateChange): void {
  const issue = current(session);
  if (change.state === "closed") close(session, issue, change.reason);
  else if (issue.state === "closed") reopen(session, issue);
}

function close(session: IssueWrite, issue: Issue, reason: CloseReason): void {
  if (issue.state === "closed" && (issue.stateReason === reason || issue.pullId !== null)) return;
  const stateReason = issue.pullId === null ? reason : null;
  saveIssue(session.core.state, {
    ...issue,
    state: "closed",
    stateReason,
    closedAt: session.at,
    closedById: session.writer.user.id,
    updatedAt: session.at,
  });
  note(session, { event: "closed", stateReason });
  announce(session, "closed");
}

function reopen(session: IssueWrite, issue: Issue): void {
  saveIssue(session.core.state, {
    ...issue,
    state: "open",
    stateReason: issue.pullId === null ? "reopened" : null,
    closedAt: null,
    closedById: null,
    updatedAt: session.at,
  });
  note(session, { event: "reopened", stateReason: null });
  announce(session, "reopened");
}
