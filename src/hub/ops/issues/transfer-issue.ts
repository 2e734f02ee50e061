/**
 * Moves an issue to another repository of the same owner. It gets a new id and a new number there and keeps
 * its comments, assignees and edges; it keeps a label if the target has one of that name, or is given one.
 */
import type { HubCore } from "../../core.ts";
import { presentIssue } from "../../present/issues/issue.ts";
import { presentRepository } from "../../present/repository.ts";
import { moveIssue } from "../../state/issues/issue-moves.ts";
import type { Issue } from "../../state/issues/issues.ts";
import {
  attachLabel,
  detachLabel,
  type Label,
  labelByName,
  labelsOfIssue,
} from "../../state/issues/labels.ts";
import { nextNumber } from "../../state/repositories.ts";
import { emit } from "../../webhooks/emit.ts";
import { needs, writableFor } from "../access/access.ts";
import type { Actor } from "../access/actor.ts";
import { addLabelTo } from "../repository/labels.ts";
import { type OpResult, ok, unprocessable } from "../result.ts";
import { announce, current, type IssueWrite, issueWrite, note, write } from "../write.ts";

export interface TransferInput {
  readonly issueId: number;
  readonly repositoryId: number;
  /** Whether labels missing in the target are created there; otherwise the issue loses them. */
  readonly createsLabels: boolean;
}

/** @returns the issue in its new repository */
export function transferIssue(core: HubCore, actor: Actor, input: TransferInput): OpResult<Issue> {
  return write(core, () => {
    const session = issueWrite(core, actor, input.issueId, needs.moderate);
    if (session.kind !== "ok") return session;
    const target = writableFor(core.state, actor, input.repositoryId, needs.moderate);
    if (target.kind !== "ok") return target;
    const { issue, repository, at, core: telling } = session.value;
    const { repository: to } = target.value;
    if (to.id === repository.id || to.ownerId !== repository.ownerId)
      return unprocessable("Issues can only be transferred to another repository of the same owner.");
    if (repository.private && !to.private)
      return unprocessable("Issues of a private repository cannot be transferred to a public one.");
    const old = presentIssue(telling, issue);
    const place = { repositoryId: to.id, number: nextNumber(core.state, to.id) };
    const issueId = moveIssue(core.state, issue, place, at);
    const moved: IssueWrite = { ...session.value, repository: to, issueId };
    const labelled = moveLabels(moved, input.createsLabels);
    if (labelled.kind !== "ok") return labelled;
    note(moved, { event: "transferred" });
    announceBoth(session.value, moved, old);
    return ok(current(moved));
  });
}

function moveLabels(session: IssueWrite, createsLabels: boolean): OpResult<undefined> {
  const { core, issueId } = session;
  for (const label of labelsOfIssue(core.state, issueId)) {
    detachLabel(core.state, issueId, label.id);
    const same = labelFor(session, label, createsLabels);
    if (same.kind !== "ok") return same;
    if (same.value !== undefined) attachLabel(core.state, issueId, same.value.id);
  }
  return ok(undefined);
}

function labelFor(
  { core, writer, repository }: IssueWrite,
  label: Label,
  createsLabels: boolean,
): OpResult<Label | undefined> {
  const same = labelByName(core.state, repository.id, label.name);
  return same === undefined && createsLabels ? addLabelTo(core, writer, repository, label) : ok(same);
}

/** Each repository gets its side's webhook: `transferred` in the old one, `opened` in the new one. */
function announceBoth(from: IssueWrite, to: IssueWrite, old: object): void {
  const { core, writer, repository } = from;
  const shown = (session: IssueWrite) => presentRepository(core.state, core.site, session.repository);
  const changes = { new_issue: presentIssue(core, current(to)), new_repository: shown(to) };
  const payload = { issue: old, changes };
  emit(core, { event: "issues", action: "transferred", repository, sender: writer.user, payload });
  announce(to, "opened", { changes: { old_issue: old, old_repository: shown(from) } });
}
