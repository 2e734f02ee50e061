/**
 * Opens an issue. Below the triage role, labels and assignees are silently dropped, as on GitHub: clients
 * have to read the issue to know.
 */
import { forWebhooks, type HubCore } from "../../core.ts";
import { type Issue, insertIssue } from "../../state/issues/issues.ts";
import { nextNumber } from "../../state/repositories.ts";
import { can, needs, writableFor } from "../access/access.ts";
import { type Actor, appIdOf } from "../access/actor.ts";
import { noteReferences } from "../references.ts";
import { applyMilestone } from "../repository/milestones.ts";
import { type OpResult, ok } from "../result.ts";
import { announce, current, type IssueWrite, nowOf, write } from "../write.ts";
import { replaceAssignees } from "./assignees.ts";
import { putLabels } from "./issue-labels.ts";
import { validateBody, validateTitle } from "./issue-text.ts";
import { applyType, type RequestedType } from "./issue-type.ts";

export interface CreateIssueInput {
  readonly repositoryId: number;
  readonly title: string;
  readonly body?: string | null | undefined;
  /** Names. */
  readonly labels?: readonly string[] | undefined;
  /** Logins. */
  readonly assignees?: readonly string[] | undefined;
  readonly type?: RequestedType | undefined;
  /** Its number. */
  readonly milestone?: number | null | undefined;
}

export function createIssue(core: HubCore, actor: Actor, input: CreateIssueInput): OpResult<Issue> {
  return write(core, () => {
    const { state } = core;
    const found = writableFor(state, actor, input.repositoryId, needs.participate);
    if (found.kind !== "ok") return found;
    const { repository, writer } = found.value;
    if (!repository.hasIssues)
      return { kind: "gone", message: "Issues has been disabled in this repository." };
    const title = validateTitle(input.title);
    if (title.kind !== "ok") return title;
    const body = validateBody(core.limits, "Issue", input.body ?? "");
    if (body.kind !== "ok") return body;
    const at = nowOf(core);
    const number = nextNumber(state, repository.id);
    const record = { repositoryId: repository.id, number, title: title.value, body: input.body ?? null };
    const issueId = insertIssue(state, { ...record, authorId: writer.user.id, appId: appIdOf(writer) }, at);
    const session: IssueWrite & { readonly later: (() => void)[] } = {
      core: forWebhooks(core),
      writer,
      repository,
      issueId,
      at,
      later: [],
    };
    noteReferences(session, body.value);
    announce(session, "opened");
    const furnished = can(state, actor, repository, needs.triage) ? furnish(session, input) : ok(undefined);
    if (furnished.kind !== "ok") return furnished;
    for (const emitNow of session.later) emitNow();
    return ok(current(session));
  });
}

/** Adds what the author requested; the `opened` webhook already includes it. */
function furnish(session: IssueWrite, input: CreateIssueInput): OpResult<undefined> {
  const labelled = putLabels(session, input.labels ?? []);
  if (labelled.kind !== "ok") return labelled;
  const assigned = replaceAssignees(session, input.assignees ?? []);
  if (assigned.kind !== "ok") return assigned;
  const placed = applyMilestone(session, input.milestone ?? null);
  return placed.kind === "ok" && input.type ? applyType(session, input.type) : placed;
}
