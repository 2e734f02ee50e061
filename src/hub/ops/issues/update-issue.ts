/**
 * Changes an issue's title, body, state, labels, assignees and type in one step. Changes that the actor may
 * not make are refused, except labels and assignees, which are silently dropped below the triage role.
 */
import type { HubCore } from "../../core.ts";
import { recordEdit } from "../../state/issues/edits.ts";
import { type Issue, saveIssue } from "../../state/issues/issues.ts";
import { can, needs, refuse } from "../access/access.ts";
import type { Actor } from "../access/actor.ts";
import { noteReferences } from "../references.ts";
import { applyMilestone } from "../repository/milestones.ts";
import { type OpResult, ok } from "../result.ts";
import { announce, current, type IssueWrite, issueWrite, note, write } from "../write.ts";
import { replaceAssignees } from "./assignees.ts";
import { replaceLabels } from "./issue-labels.ts";
import { applyState, checkOriginal, mayChangeState, type StateChange } from "./issue-state.ts";
import { validateBody, validateTitle } from "./issue-text.ts";
import { applyType, type RequestedType } from "./issue-type.ts";

export interface UpdateIssueInput {
  readonly issueId: number;
  readonly title?: string | undefined;
  readonly body?: string | null | undefined;
  readonly state?: StateChange | undefined;
  /** Names of the complete new set of labels. */
  readonly labels?: readonly string[] | undefined;
  /** Logins of the complete new set of assignees. */
  readonly assignees?: readonly string[] | undefined;
  readonly type?: RequestedType | undefined;
  /** Its number; null removes it. */
  readonly milestone?: number | null | undefined;
}

export function updateIssue(core: HubCore, actor: Actor, input: UpdateIssueInput): OpResult<Issue> {
  return write(core, () => {
    const found = issueWrite(core, actor, input.issueId, needs.participate);
    if (found.kind !== "ok") return found;
    const session = found.value;
    const allowed = checkAllowed(actor, session, session.issue, input);
    if (allowed.kind !== "ok") return allowed;
    const original = input.state && checkOriginal(core, actor, input.issueId, input.state);
    if (original !== undefined && original.kind !== "ok") return original;
    const texts = applyTexts(session, input);
    if (texts.kind !== "ok") return texts;
    if (input.state !== undefined) applyState(session, input.state);
    if (!can(core.state, actor, session.repository, needs.triage)) return ok(current(session));
    const labelled = input.labels === undefined ? ok(undefined) : replaceLabels(session, input.labels);
    if (labelled.kind !== "ok") return labelled;
    const assigned =
      input.assignees === undefined ? ok(undefined) : replaceAssignees(session, input.assignees);
    if (assigned.kind !== "ok") return assigned;
    const placed = input.milestone === undefined ? ok(undefined) : applyMilestone(session, input.milestone);
    if (placed.kind !== "ok") return placed;
    const typed = input.type === undefined ? ok(undefined) : applyType(session, input.type);
    return typed.kind === "ok" ? ok(current(session)) : typed;
  });
}

function checkAllowed(
  actor: Actor,
  session: IssueWrite,
  issue: Issue,
  input: UpdateIssueInput,
): OpResult<undefined> {
  const { core, repository, writer } = session;
  const isAuthor = issue.authorId === writer.user.id;
  const isTriager = can(core.state, actor, repository, needs.triage);
  const changesText = input.title !== undefined || input.body !== undefined;
  const mayEdit = isAuthor || can(core.state, actor, repository, needs.moderate);
  if (!isAuthor && !isTriager) return refuse(actor);
  if (changesText && !mayEdit) return refuse(actor);
  if (input.state !== undefined && !mayChangeState(actor, session, issue, input.state)) return refuse(actor);
  return ok(undefined);
}

function applyTexts(session: IssueWrite, input: UpdateIssueInput): OpResult<undefined> {
  const before = current(session);
  const title = input.title === undefined ? ok(before.title) : validateTitle(input.title);
  if (title.kind !== "ok") return title;
  const asked = input.body === undefined ? before.body : input.body;
  const checked = validateBody(session.core.limits, "Issue", asked ?? "");
  const isIgnored = checked.kind !== "ok" && session.core.unknown.oversizedUpdate === "kept";
  if (checked.kind !== "ok" && !isIgnored) return checked;
  const body = isIgnored ? before.body : asked;
  const isRenamed = title.value !== before.title;
  const isEdited = body !== before.body;
  if (!isRenamed && !isEdited) return ok(undefined);
  saveIssue(session.core.state, {
    ...before,
    title: title.value,
    body,
    updatedAt: session.at,
    ...(isEdited ? { lastEditedAt: session.at, editorId: session.writer.user.id } : {}),
  });
  if (isEdited) {
    const edit = { editorId: session.writer.user.id, body: body ?? "", createdAt: session.at };
    recordEdit(session.core.state, before, edit);
  }
  if (isEdited) noteReferences(session, body ?? "");
  if (isRenamed) note(session, { event: "renamed", from: before.title, to: title.value });
  announce(session, "edited", {
    changes: {
      ...(isRenamed ? { title: { from: before.title } } : {}),
      ...(isEdited ? { body: { from: before.body ?? "" } } : {}),
    },
  });
  return ok(undefined);
}
