/**
 * What all writes share: one transaction for the change, its timeline events and its webhooks, then a
 * notification of the dispatcher. A refused operation is rolled back completely.
 */
import { toIsoSeconds } from "../../base/clock.ts";
import { Defect } from "../../base/errors.ts";
import { forWebhooks, type HubCore } from "../core.ts";
import { presentIssue } from "../present/issues/issue.ts";
import { presentPull } from "../present/pulls/pull.ts";
import { type EventDetail, insertEvent } from "../state/issues/events.ts";
import { type Issue, issueById } from "../state/issues/issues.ts";
import { pullById } from "../state/pulls/pulls.ts";
import type { Repository } from "../state/repositories.ts";
import { type Emission, emit } from "../webhooks/emit.ts";
import { needFor, type RequiredAccess, writableFor } from "./access/access.ts";
import { type Actor, appIdOf, type WriteActor } from "./access/actor.ts";
import { notFound, type OpResult, ok } from "./result.ts";

export function write<T>(core: HubCore, work: () => OpResult<T>): OpResult<T> {
  const result = core.state.transaction(work, (done) => done.kind === "ok");
  if (result.kind === "ok") core.wake();
  return result;
}

/** The current time in the form that records use. */
export function nowOf(core: HubCore): string {
  return toIsoSeconds(core.clock.now());
}

/** A write to one issue; its core renders for webhooks. */
export interface IssueWrite {
  readonly core: HubCore;
  readonly writer: WriteActor;
  readonly repository: Repository;
  readonly issueId: number;
  readonly at: string;
  /** If given, webhooks wait here until the end of the write. */
  readonly later?: (() => void)[];
}

/** Opens a write to an issue if the actor is allowed to make it. */
export function issueWrite(
  core: HubCore,
  actor: Actor,
  issueId: number,
  need: RequiredAccess,
): OpResult<IssueWrite & { readonly issue: Issue }> {
  const issue = issueById(core.state, issueId);
  if (issue === undefined) return notFound;
  const found = writableFor(core.state, actor, issue.repositoryId, needFor(core.state, actor, issue, need));
  if (found.kind !== "ok") return found;
  return ok({ core: forWebhooks(core), ...found.value, issue, issueId, at: nowOf(core) });
}

/** The issue's current state within a write. */
export function current({ core, issueId }: Pick<IssueWrite, "core" | "issueId">): Issue {
  const issue = issueById(core.state, issueId);
  if (issue === undefined) throw new Defect(`Issue ${issueId} vanished during a write.`);
  return issue;
}

/** Adds to the issue's timeline. */
export function note({ core, writer, issueId, at }: IssueWrite, detail: EventDetail): void {
  insertEvent(core.state, { issueId, actorId: writer.user.id, appId: appIdOf(writer), detail }, at);
}

/**
 * Emits an `issues` webhook with the issue's current state, or a `pull_request` webhook for a pull request.
 */
export function announce(
  session: IssueWrite,
  action: string,
  extra: Readonly<Record<string, unknown>> = {},
): void {
  const { core, repository, writer, later } = session;
  const emitNow = (): void =>
    emit(core, { action, repository, sender: writer.user, ...subjectOf(core, current(session), extra) });
  if (later === undefined) emitNow();
  else later.push(emitNow);
}

function subjectOf(
  core: HubCore,
  issue: Issue,
  extra: Readonly<Record<string, unknown>>,
): Pick<Emission, "event" | "payload"> {
  const pull = issue.pullId === null ? undefined : pullById(core.state, issue.pullId);
  if (pull === undefined) return { event: "issues", payload: { issue: presentIssue(core, issue), ...extra } };
  const payload = { number: issue.number, pull_request: presentPull(core, pull), ...extra };
  return { event: "pull_request", payload };
}
