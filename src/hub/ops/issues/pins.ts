/** Pins issues on a repository's page: three at most, and only with write access. */
import type { HubCore } from "../../core.ts";
import type { Issue } from "../../state/issues/issues.ts";
import { deletePin, insertPin, isPinned, pinnedIssuesOf } from "../../state/issues/pins.ts";
import { needs } from "../access/access.ts";
import type { Actor } from "../access/actor.ts";
import { type OpResult, ok, unprocessable } from "../result.ts";
import { announce, current, issueWrite, note, write } from "../write.ts";

const maxPins = 3;

export function setPinned(
  core: HubCore,
  actor: Actor,
  { issueId, pinned }: { readonly issueId: number; readonly pinned: boolean },
): OpResult<Issue> {
  return write(core, () => {
    const session = issueWrite(core, actor, issueId, needs.moderate);
    if (session.kind !== "ok") return session;
    const { issue, repository, writer } = session.value;
    if (issue.pullId !== null) return unprocessable("Only issues can be pinned.");
    if (isPinned(core.state, issueId) === pinned) return ok(issue);
    if (pinned && pinnedIssuesOf(core.state, repository.id).length >= maxPins)
      return unprocessable(`Maximum ${maxPins} pinned issues per repository`);
    if (pinned) insertPin(core.state, issueId, writer.user.id);
    else deletePin(core.state, issueId);
    note(session.value, { event: pinned ? "pinned" : "unpinned" });
    announce(session.value, pinned ? "pinned" : "unpinned");
    return ok(current(session.value));
  });
}
