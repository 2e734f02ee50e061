/**
 * Labels on an issue. A name that the repository lacks is created, as in REST; every label added or removed
 * is a separate webhook.
 */
import type { HubCore } from "../../core.ts";
import { presentLabel } from "../../present/issues/label.ts";
import { touchIssue } from "../../state/issues/issues.ts";
import {
  attachLabel,
  detachLabel,
  type Label,
  labelByName,
  labelsOfIssue,
} from "../../state/issues/labels.ts";
import { needs } from "../access/access.ts";
import type { Actor } from "../access/actor.ts";
import { addLabelTo } from "../repository/labels.ts";
import { invalid, notFound, type OpResult, ok } from "../result.ts";
import { announce, type IssueWrite, issueWrite, note, write } from "../write.ts";

export interface IssueLabels {
  readonly issueId: number;
  readonly names: readonly string[];
}

const maxLabels = 100;

/** Adds labels. @returns all labels of the issue */
export function addLabels(core: HubCore, actor: Actor, input: IssueLabels): OpResult<readonly Label[]> {
  return onLabels(core, actor, input.issueId, (session) => putLabels(session, input.names));
}

/** Sets exactly these labels. @returns all labels of the issue */
export function setLabels(core: HubCore, actor: Actor, input: IssueLabels): OpResult<readonly Label[]> {
  return onLabels(core, actor, input.issueId, (session) => replaceLabels(session, input.names));
}

/** Removes labels; one that is not on the issue is ignored. @returns the remaining labels */
export function removeLabels(core: HubCore, actor: Actor, input: IssueLabels): OpResult<readonly Label[]> {
  return onLabels(core, actor, input.issueId, (session) => {
    takeLabels(session, input.names);
    return ok(undefined);
  });
}

/** Removes one label; 404 if it is not on the issue, as in REST. @returns the remaining labels */
export function removeLabel(
  core: HubCore,
  actor: Actor,
  input: { readonly issueId: number; readonly name: string },
): OpResult<readonly Label[]> {
  return onLabels(core, actor, input.issueId, (session) =>
    takeLabels(session, [input.name]) === 0 ? notFound : ok(undefined),
  );
}

function onLabels(
  core: HubCore,
  actor: Actor,
  issueId: number,
  work: (session: IssueWrite) => OpResult<undefined>,
): OpResult<readonly Label[]> {
  return write(core, () => {
    const session = issueWrite(core, actor, issueId, needs.triage);
    if (session.kind !== "ok") return session;
    const done = work(session.value);
    return done.kind === "ok" ? ok(labelsOfIssue(core.state, issueId)) : done;
  });
}

/** Adds labels to an issue within a write that is already authorised. */
export function putLabels(session: IssueWrite, names: readonly string[]): OpResult<undefined> {
  const { core, repository, issueId } = session;
  const present = new Set(labelsOfIssue(core.state, issueId).map((label) => label.id));
  for (const name of names) {
    const known = labelByName(core.state, repository.id, name.trim());
    const label = known === undefined ? addLabelTo(core, session.writer, repository, { name }) : ok(known);
    if (label.kind !== "ok") return label;
    if (present.has(label.value.id)) continue;
    if (present.size >= maxLabels) return invalid({ resource: "Issue", field: "labels", code: "invalid" });
    present.add(label.value.id);
    attachLabel(core.state, issueId, label.value.id);
    record(session, "labeled", label.value);
  }
  return ok(undefined);
}

/** Sets exactly these labels within a write that is already authorised. */
export function replaceLabels(session: IssueWrite, names: readonly string[]): OpResult<undefined> {
  const wanted = new Set(names.map((name) => name.trim().toLowerCase()));
  const surplus = labelsOfIssue(session.core.state, session.issueId)
    .map((label) => label.name)
    .filter((name) => !wanted.has(name.toLowerCase()));
  takeLabels(session, surplus);
  return putLabels(session, names);
}

function takeLabels(session: IssueWrite, names: readonly string[]): number {
  const unwanted = new Set(names.map((name) => name.toLowerCase()));
  const taken = labelsOfIssue(session.core.state, session.issueId).filter((label) =>
    unwanted.has(label.name.toLowerCase()),
  );
  for (const label of taken) {
    detachLabel(session.core.state, session.issueId, label.id);
    record(session, "unlabeled", label);
  }
  return taken.length;
}

function record(session: IssueWrite, event: "labeled" | "unlabeled", label: Label): void {
  touchIssue(session.core.state, session.issueId, session.at);
  note(session, { event, label: { name: label.name, color: label.color } });
  announce(session, event, { label: presentLabel(session.core, label) });
}
