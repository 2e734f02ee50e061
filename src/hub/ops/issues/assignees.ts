/**
 * Assignees of an issue. Only people with a role can be assigned; others are refused or ignored, depending on
 * the operation.
 */
import type { HubCore } from "../../core.ts";
import { presentUser } from "../../present/account.ts";
import { givenRole } from "../../state/accounts/roles.ts";
import { memberRole, type User, userByLogin } from "../../state/accounts/users.ts";
import { assign, assigneesOfIssue, type Issue, touchIssue, unassign } from "../../state/issues/issues.ts";
import type { Repository } from "../../state/repositories.ts";
import type { State } from "../../state/state.ts";
import { needs } from "../access/access.ts";
import type { Actor } from "../access/actor.ts";
import { invalid, type OpResult, ok } from "../result.ts";
import { announce, current, type IssueWrite, issueWrite, note, write } from "../write.ts";

export interface IssueAssignees {
  readonly issueId: number;
  readonly logins: readonly string[];
}

const maxAssignees = 10;

/** Assigns people; those who cannot be assigned are ignored. */
export function addAssignees(core: HubCore, actor: Actor, input: IssueAssignees): OpResult<Issue> {
  return onAssignees(core, actor, input.issueId, (session) =>
    putAssignees(session, assignable(session, input.logins)),
  );
}

export function removeAssignees(core: HubCore, actor: Actor, input: IssueAssignees): OpResult<Issue> {
  return onAssignees(core, actor, input.issueId, (session) => takeAssignees(session, input.logins));
}

/** Sets the assignees to exactly these people; refuses if one of them cannot be assigned. */
export function setAssignees(core: HubCore, actor: Actor, input: IssueAssignees): OpResult<Issue> {
  return write(core, () => {
    const session = issueWrite(core, actor, input.issueId, needs.triage);
    if (session.kind !== "ok") return session;
    const done = replaceAssignees(session.value, input.logins);
    return done.kind === "ok" ? ok(current(session.value)) : done;
  });
}

/** Whether a person can be assigned in a repository. */
export function isAssignable(state: State, repository: Repository, user: User): boolean {
  const belongs =
    repository.ownerId === user.id ||
    givenRole(state, repository.id, user.id) !== undefined ||
    memberRole(state, repository.ownerId, user.id) !== undefined;
  return user.type === "User" && belongs;
}

/** Sets the assignees to exactly these, within a write that is already authorised. */
export function replaceAssignees(session: IssueWrite, logins: readonly string[]): OpResult<undefined> {
  const wanted = assignable(session, logins);
  if (wanted.length < new Set(logins.map((login) => login.toLowerCase())).size)
    return invalid({ resource: "Issue", field: "assignees", code: "invalid" });
  const surplus = assigneesOfIssue(session.core.state, session.issueId).filter(
    (user) => !wanted.some((other) => other.id === user.id),
  );
  takeAssignees(
    session,
    surplus.map((user) => user.login),
  );
  putAssignees(session, wanted);
  return ok(undefined);
}

function onAssignees(
  core: HubCore,
  actor: Actor,
  issueId: number,
  work: (session: IssueWrite) => void,
): OpResult<Issue> {
  return write(core, () => {
    const session = issueWrite(core, actor, issueId, needs.triage);
    if (session.kind !== "ok") return session;
    work(session.value);
    return ok(current(session.value));
  });
}

function assignable({ core, repository }: IssueWrite, logins: readonly string[]): readonly User[] {
  const people = new Map<number, User>();
  for (const login of logins) {
    const user = userByLogin(core.state, login);
    if (user !== undefined && isAssignable(core.state, repository, user)) people.set(user.id, user);
  }
  return [...people.values()].slice(0, maxAssignees);
}

function putAssignees(session: IssueWrite, users: readonly User[]): void {
  const present = new Set(assigneesOfIssue(session.core.state, session.issueId).map((user) => user.id));
  for (const user of users.filter((candidate) => !present.has(candidate.id))) {
    assign(session.core.state, session.issueId, user.id);
    record(session, "assigned", user);
  }
}

function takeAssignees(session: IssueWrite, logins: readonly string[]): void {
  const unwanted = new Set(logins.map((login) => login.toLowerCase()));
  for (const user of assigneesOfIssue(session.core.state, session.issueId)) {
    if (!unwanted.has(user.login.toLowerCase())) continue;
    unassign(session.core.state, session.issueId, user.id);
    record(session, "unassigned", user);
  }
}

function record(session: IssueWrite, event: "assigned" | "unassigned", user: User): void {
  touchIssue(session.core.state, session.issueId, session.at);
  note(session, { event, assigneeId: user.id });
  announce(session, event, { assignee: presentUser(session.core.site, user) });
}
