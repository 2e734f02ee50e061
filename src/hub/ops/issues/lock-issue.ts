/** Locks a conversation: only users with write access can comment. */
import type { HubCore } from "../../core.ts";
import { type Issue, type LockReason, saveIssue } from "../../state/issues/issues.ts";
import { needs } from "../access/access.ts";
import type { Actor } from "../access/actor.ts";
import { type OpResult, ok } from "../result.ts";
import { announce, current, issueWrite, note, write } from "../write.ts";

export function lockIssue(
  core: HubCore,
  actor: Actor,
  input: { readonly issueId: number; readonly reason: LockReason | null },
): OpResult<Issue> {
  return write(core, () => {
    const session = issueWrite(core, actor, input.issueId, needs.moderate);
    if (session.kind !== "ok") return session;
    const { issue, at } = session.value;
    if (issue.locked) return ok(issue);
    saveIssue(core.state, { ...issue, locked: true, lockReason: input.reason, updatedAt: at });
    note(session.value, { event: "locked", lockReason: input.reason });
    announce(session.value, "locked");
    return ok(current(session.value));
  });
}

export function unlockIssue(
  core: HubCore,
  actor: Actor,
  input: { readonly issueId: number },
): OpResult<Issue> {
  return write(core, () => {
    const session = issueWrite(core, actor, input.issueId, needs.moderate);
    if (session.kind !== "ok") return session;
    const { issue, at } = session.value;
    if (!issue.locked) return ok(issue);
    saveIssue(core.state, { ...issue, locked: false, lockReason: null, updatedAt: at });
    note(session.value, { event: "unlocked" });
    announce(session.value, "unlocked");
    return ok(current(session.value));
  });
}
