/**
 * Moves an issue to another repository of the same owner. It keeps its id, comments and edges; labels that the target
 * lacks are lost, and the old number leads to the new place.
 */
import type { HubCore } from "../core.ts";
import { presentIssue } from "../present/issue.ts";
import { presentRepository } from "../present/repository.ts";
import { type Issue, leaveNumber, saveIssue } from "../state/issues.ts";
import { attachLabel, detachLabel, labelByName, labelsOfIssue } from "../state/labels.ts";
import { nextNumber } from "../state/repositories.ts";
import { emit } from "../webhooks/emit.ts";
import { needs, writableFor } from "./access.ts";
import type { Actor } from "./actor.ts";
import { type OpResult, ok, unprocessable } from "./result.ts";
import { announce, current, type IssueWrite, issueWrite, note, write } from "./write.ts";

export function transferIssue(
  core: HubCore,
  actor: Actor,
  input: { readonly issueId: number; readonly repositoryId: number },
): OpResult<Issue> {
  return write(core, () => {
    const session = issueWrite(core, actor, input.issueId, needs.moderate);
    if (session.kind !== "ok") return session;
    const target = writableFor(core.state, actor, input.repositoryId, needs.moderate);
    if (target.kind !== "ok") return target;
    const { issue, repository, writer, at, core: telling } = session.value;
    const { repository: to } = target.value;
    if (to.id === repository.id || to.ownerId !== repository.ownerId)
      return unprocessable("Issues can only be transferred to another repository of the same owner.");
    const old = presentIssue(telling, issue);
    saveIssue(core.state, {
      ...issue,
      repositoryId: to.id,
      number: nextNumber(core.state, to.id),
      updatedAt: at,
    });
    leaveNumber(core.state, repository.id, issue.number, issue.id);
    const moved: IssueWrite = { ...session.value, repository: to };
    moveLabels(moved);
    note(moved, { event: "transferred" });
    const changes = {
      new_issue: presentIssue(telling, current(moved)),
      new_repository: presentRepository(core.state, telling.site, to),
    };
    const payload = { issue: old, changes };
    emit(telling, { event: "issues", action: "transferred", repository, sender: writer.user, payload });
    const origin = {
      old_issue: old,
      old_repository: presentRepository(core.state, telling.site, repository),
    };
    announce(moved, "opened", { changes: origin });
    return ok(current(moved));
  });
}

function moveLabels({ core, repository, issueId }: IssueWrite): void {
  for (const label of labelsOfIssue(core.state, issueId)) {
    detachLabel(core.state, issueId, label.id);
    const same = labelByName(core.state, repository.id, label.name);
    if (same !== undefined) attachLabel(core.state, issueId, same.id);
  }
}
