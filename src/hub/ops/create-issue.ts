/**
 * Opens an issue. Below the role of triage, labels and assignees are dropped without a word, as at GitHub: an agent
 * that relies on them has to look.
 */
import type { HubCore } from "../core.ts";
import { type Issue, insertIssue } from "../state/issues.ts";
import { nextNumber } from "../state/repositories.ts";
import { can, needs, writableFor } from "./access.ts";
import { type Actor, appIdOf } from "./actor.ts";
import { replaceAssignees } from "./assignees.ts";
import { putLabels } from "./issue-labels.ts";
import { checkBody, checkTitle } from "./issue-text.ts";
import { type OpResult, ok } from "./result.ts";
import { announce, current, nowOf, write } from "./write.ts";

export interface CreateIssueInput {
  readonly repositoryId: number;
  readonly title: string;
  readonly body?: string | null | undefined;
  /** Names. */
  readonly labels?: readonly string[] | undefined;
  /** Logins. */
  readonly assignees?: readonly string[] | undefined;
}

export function createIssue(core: HubCore, actor: Actor, input: CreateIssueInput): OpResult<Issue> {
  return write(core, () => {
    const { state } = core;
    const found = writableFor(state, actor, input.repositoryId, needs.participate);
    if (found.kind !== "ok") return found;
    const { repository, writer } = found.value;
    if (!repository.hasIssues)
      return { kind: "gone", message: "Issues has been disabled in this repository." };
    const title = checkTitle(input.title);
    if (title.kind !== "ok") return title;
    const body = checkBody(core.limits, "Issue", input.body ?? "");
    if (body.kind !== "ok") return body;
    const at = nowOf(core);
    const number = nextNumber(state, repository.id);
    const record = { repositoryId: repository.id, number, title: title.value, body: input.body ?? null };
    const issueId = insertIssue(state, { ...record, authorId: writer.user.id, appId: appIdOf(writer) }, at);
    const session = { core, writer, repository, issueId, at };
    announce(session, "opened");
    if (!can(state, actor, repository, needs.triage)) return ok(current(session));
    const labelled = putLabels(session, input.labels ?? []);
    if (labelled.kind !== "ok") return labelled;
    const assigned = replaceAssignees(session, input.assignees ?? []);
    return assigned.kind === "ok" ? ok(current(session)) : assigned;
  });
}
