/**
 * Closing and reopening. Authors may close their own issues, and reopen them unless someone else closed them.
 */
import type { HubCore } from "../../core.ts";
import type { Closer } from "../../state/issues/events.ts";
import { type CloseReason, type Issue, saveIssue } from "../../state/issues/issues.ts";
import { can, needs, refuse } from "../access/access.ts";
import type { Actor } from "../access/actor.ts";
import { notFound, type OpResult, ok, unprocessable } from "../result.ts";
import { findIssueById } from "../search/find.ts";
import { announce, current, type IssueWrite, issueWrite, note, write } from "../write.ts";

export type StateChange =
  | {
      readonly state: "closed";
      readonly reason: CloseReason;
      /** The original of a duplicate; ignored for any other reason, as on GitHub. */
      readonly duplicateOfId?: number | undefined;
      /** The merge or the commit that closes it; omitted if a person does. */
      readonly closer?: Closer;
    }
  | { readonly state: "open" };

export function closeIssue(
  core: HubCore,
  actor: Actor,
  input: {
    readonly issueId: number;
    readonly reason?: CloseReason | undefined;
    readonly duplicateOfId?: number | undefined;
  },
): OpResult<Issue> {
  const { issueId, reason = "completed", duplicateOfId } = input;
  return changeState(core, actor, issueId, { state: "closed", reason, duplicateOfId });
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
    const original = checkOriginal(core, actor, issueId, change);
    if (original.kind !== "ok") return original;
    applyState(session.value, change);
    return ok(current(session.value));
  });
}

/** Whether the original of a duplicate is a different issue that the actor can see. */
export function checkOriginal(
  core: HubCore,
  actor: Actor,
  issueId: number,
  change: StateChange,
): OpResult<undefined> {
  const originalId = originalIn(change);
  if (originalId === null) return ok(undefined);
  if (originalId === issueId) return unprocessable("An issue cannot be a duplicate of itself");
  const original = findIssueById(core, actor, originalId);
  return original.kind === "ok" && original.value.pullId === null ? ok(undefined) : notFound;
}

function originalIn(change: StateChange): number | null {
  return (change.state === "closed" && change.reason === "duplicate" && change.duplicateOfId) || null;
}

/** Whether the actor may make this change, by role or as the author. */
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

/**
 * Applies the change within a write that is already authorised; does nothing if the issue already has that
 * state.
 */
export function applyState(session: IssueWrite, change: StateChange): void {
  const issue = current(session);
  if (change.state === "closed") close(session, issue, change, originalIn(change));
  else if (issue.state === "closed") reopen(session, issue);
}

function close(
  session: IssueWrite,
  issue: Issue,
  { reason, closer }: Extract<StateChange, { state: "closed" }>,
  duplicateOfId: Issue["duplicateOfId"],
): void {
  const isSame = issue.stateReason === reason && issue.duplicateOfId === duplicateOfId;
  if (issue.state === "closed" && (isSame || issue.pullId !== null)) return;
  const stateReason = issue.pullId === null ? reason : null;
  saveIssue(session.core.state, {
    ...issue,
    state: "closed",
    stateReason,
    closedAt: session.at,
    closedById: session.writer.user.id,
    duplicateOfId,
    updatedAt: session.at,
  });
  note(session, { event: "closed", stateReason, ...(closer === undefined ? {} : { closer }) });
  announce(session, "closed");
}

function reopen(session: IssueWrite, issue: Issue): void {
  saveIssue(session.core.state, {
    ...issue,
    state: "open",
    stateReason: issue.pullId === null ? "reopened" : null,
    closedAt: null,
    closedById: null,
    duplicateOfId: null,
    updatedAt: session.at,
  });
  note(session, { event: "reopened", stateReason: null });
  announce(session, "reopened");
}
