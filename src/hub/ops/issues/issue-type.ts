/**
 * Sets an issue's type to one that its repository's owner defines, or removes it. As on GitHub, a change from
 * one type to another is two events: the old type removed and the new one added.
 */
import type { HubCore } from "../../core.ts";
import { presentIssueType } from "../../present/issues/issue-type.ts";
import {
  type IssueType,
  issueTypesOf,
  saveTypeOfIssue,
  typeOfIssue,
} from "../../state/issues/issue-types.ts";
import type { Issue } from "../../state/issues/issues.ts";
import { needs } from "../access/access.ts";
import type { Actor } from "../access/actor.ts";
import { invalid, type OpResult, ok } from "../result.ts";
import { announce, current, type IssueWrite, issueWrite, write } from "../write.ts";

/** By name, case-insensitive, or by id; null for none. */
export type RequestedType = { readonly name: string } | { readonly id: number } | null;

export function setIssueType(
  core: HubCore,
  actor: Actor,
  input: { readonly issueId: number; readonly type: RequestedType },
): OpResult<Issue> {
  return write(core, () => {
    const found = issueWrite(core, actor, input.issueId, needs.triage);
    if (found.kind !== "ok") return found;
    const typed = applyType(found.value, input.type);
    return typed.kind === "ok" ? ok(current(found.value)) : typed;
  });
}

/** The same as part of another write. */
export function applyType(session: IssueWrite, wish: RequestedType): OpResult<undefined> {
  const { core, issueId, at, repository } = session;
  const wanted = wish && issueTypesOf(core.state, repository.ownerId).find((type) => isMeant(type, wish));
  if (wanted === undefined) return invalid({ resource: "Issue", field: "type", code: "invalid" });
  const before = typeOfIssue(core.state, current(session));
  if (before?.id === wanted?.id) return ok(undefined);
  saveTypeOfIssue(core.state, issueId, wanted?.id ?? null, at);
  if (before !== undefined) announce(session, "untyped", { type: presentIssueType(before) });
  if (wanted !== null) announce(session, "typed", { type: presentIssueType(wanted) });
  return ok(undefined);
}

function isMeant(type: IssueType, wish: NonNullable<RequestedType>): boolean {
  if (!type.isEnabled) return false;
  return "id" in wish ? type.id === wish.id : type.name.toLowerCase() === wish.name.toLowerCase();
}
