/**
 * Check runs. Only an App writes them, and each App only its own; that is what makes a check run more
 * trustworthy than a status. Users press their buttons and re-request them.
 */
import { Defect } from "../../../base/errors.ts";
import { forWebhooks, type HubCore } from "../../core.ts";
import { presentRun } from "../../present/pulls/check.ts";
import { getCommit } from "../../state/git/git.ts";
import { refsUnder } from "../../state/git/refs.ts";
import {
  type Annotation,
  type CheckAction,
  type CheckConclusion,
  type CheckRun,
  type CheckStatus,
  type CheckSuite,
  insertRun,
  runById,
  runsOfSuite,
  saveRun,
  suiteById,
  touchSuite,
} from "../../state/pulls/checks.ts";
import type { Repository } from "../../state/repositories.ts";
import { emit } from "../../webhooks/emit.ts";
import { needs, writableFor } from "../access/access.ts";
import type { Actor, WriteActor } from "../access/actor.ts";
import { settleQueue } from "../pulls/merge-queue.ts";
import { forbidden, notFound, type OpRefusal, type OpResult, ok, unprocessable } from "../result.ts";
import { nowOf, write } from "../write.ts";
import { announceSuite, ensureSuite } from "./check-suites.ts";

/** Fields that a run accepts at any time; omitted ones stay unchanged. */
export interface RunContent {
  readonly name?: string | undefined;
  readonly status?: CheckStatus | undefined;
  readonly conclusion?: CheckConclusion | undefined;
  readonly externalId?: string | undefined;
  readonly detailsUrl?: string | undefined;
  readonly startedAt?: string | undefined;
  readonly completedAt?: string | undefined;
  readonly output?:
    | {
        readonly title?: string | undefined;
        readonly summary: string;
        readonly text?: string | undefined;
        /** Added to the existing ones. */
        readonly annotations?: readonly Annotation[] | undefined;
      }
    | undefined;
  readonly actions?: readonly CheckAction[] | undefined;
}

export interface CreateRunInput extends RunContent {
  readonly repositoryId: number;
  readonly name: string;
  readonly headSha: string;
}

interface Session {
  readonly core: HubCore;
  readonly writer: WriteActor;
  readonly repository: Repository;
}

const onlyApps = "You must authenticate via a GitHub App.";
const onlyItsOwn = "check run can only be modified by the GitHub App that created it.";

export function createRun(core: HubCore, actor: Actor, input: CreateRunInput): OpResult<CheckRun> {
  return write(core, () => {
    const found = writableFor(core.state, actor, input.repositoryId, needs.writeChecks);
    if (found.kind !== "ok") return found;
    if (actor.kind !== "installation") return forbidden(onlyApps);
    if (getCommit(core.state, input.repositoryId, input.headSha) === undefined)
      return unprocessable(`No commit found for SHA: ${input.headSha}`);
    const subject = { branch: branchAt(core, input), before: undefined, after: input.headSha };
    const suite = ensureSuite(core, input.repositoryId, actor.app.id, subject);
    const content = withContent(emptyRun(suite.id, nowOf(core)), input, nowOf(core));
    const runId = insertRun(core.state, content);
    return settle({ core, ...found.value }, suite, runId, "created");
  });
}

export function updateRun(
  core: HubCore,
  actor: Actor,
  input: RunContent & { readonly repositoryId: number; readonly runId: number },
): OpResult<CheckRun> {
  return write(core, () => {
    const found = findForWrite(core, actor, input);
    if ("kind" in found) return found;
    if (actor.kind !== "installation") return forbidden(onlyApps);
    if (found.suite.appId !== actor.app.id)
      return forbidden(`Invalid app_id \`${actor.app.id}\` - ${onlyItsOwn}`);
    const before = found.run;
    const reopened = input.status !== undefined && input.status !== "completed";
    const start = reopened ? { ...before, conclusion: null, completedAt: null } : before;
    const content = withContent(start, input, nowOf(core));
    saveRun(core.state, { ...content, id: before.id, nodeId: before.nodeId });
    return settle(found, found.suite, before.id, undefined);
  });
}

/** Presses a button of a run: its App learns which one, and who pressed it. */
export function requestAction(
  core: HubCore,
  actor: Actor,
  input: { readonly repositoryId: number; readonly runId: number; readonly identifier: string },
): OpResult<CheckRun> {
  return write(core, () => {
    const found = findForWrite(core, actor, input);
    if ("kind" in found) return found;
    const { run, suite } = found;
    if (!run.actions.some((action) => action.identifier === input.identifier))
      return unprocessable(`The check run has no action ${JSON.stringify(input.identifier)}.`);
    const extra = { requested_action: { identifier: input.identifier } };
    announceRun(found, { run, suite, action: "requested_action", extra });
    return ok(run);
  });
}

/** Asks a run's App to check again. */
export function rerequestRun(
  core: HubCore,
  actor: Actor,
  input: { readonly repositoryId: number; readonly runId: number },
): OpResult<CheckRun> {
  return write(core, () => {
    const found = findForWrite(core, actor, input);
    if ("kind" in found) return found;
    announceRun(found, { run: found.run, suite: found.suite, action: "rerequested" });
    return ok(found.run);
  });
}

function findForWrite(
  core: HubCore,
  actor: Actor,
  { repositoryId, runId }: { readonly repositoryId: number; readonly runId: number },
): (Session & { readonly run: CheckRun; readonly suite: CheckSuite }) | OpRefusal {
  const found = writableFor(core.state, actor, repositoryId, needs.writeChecks);
  if (found.kind !== "ok") return found;
  const run = runById(core.state, runId);
  const suite = run && suiteById(core.state, run.suiteId);
  if (run === undefined || suite?.repositoryId !== repositoryId) return notFound;
  return { core, ...found.value, run, suite };
}

type Draft = Omit<CheckRun, "id" | "nodeId">;

function emptyRun(suiteId: number, at: string): Draft {
  const texts = { title: null, summary: null, text: null, annotations: [], actions: [] };
  const times = { startedAt: at, completedAt: null };
  return {
    suiteId,
    name: "",
    status: "queued",
    conclusion: null,
    externalId: "",
    detailsUrl: null,
    ...times,
    ...texts,
  };
}

/** A conclusion completes a run, whatever status was given. */
function withContent(run: Draft, input: RunContent, at: string): Draft {
  const { output } = input;
  const conclusion = input.conclusion ?? run.conclusion;
  const isCompleted = input.conclusion !== undefined || input.status === "completed";
  return {
    ...run,
    name: input.name ?? run.name,
    status: isCompleted ? "completed" : (input.status ?? run.status),
    conclusion,
    externalId: input.externalId ?? run.externalId,
    detailsUrl: input.detailsUrl ?? run.detailsUrl,
    startedAt: input.startedAt ?? run.startedAt,
    completedAt: input.completedAt ?? (isCompleted ? at : run.completedAt),
    title: output?.title ?? run.title,
    summary: output?.summary ?? run.summary,
    text: output?.text ?? run.text,
    annotations: [...run.annotations, ...(output?.annotations ?? [])],
    actions: input.actions ?? run.actions,
  };
}

/** Emits the webhook of a written run, and of its suite if that was the last open run. */
function settle(
  session: Session,
  suite: CheckSuite,
  runId: number,
  action: "created" | undefined,
): OpResult<CheckRun> {
  const { core, writer, repository } = session;
  const run = runById(core.state, runId);
  if (run === undefined) throw new Defect(`Check run ${runId} vanished during a write.`);
  touchSuite(core.state, suite.id, nowOf(core));
  if (action !== undefined) announceRun(session, { run, suite, action });
  if (run.status !== "completed") return ok(run);
  announceRun(session, { run, suite, action: "completed" });
  settleQueue(core, repository, suite.headSha);
  const isLast = runsOfSuite(core.state, suite.id).every((one) => one.status === "completed");
  if (isLast) announceSuite(core, writer, { repository, suite, action: "completed" });
  return ok(run);
}

/** Button presses and re-requests go to the run's App alone; other changes of a run go to every App. */
function announceRun(
  { core, writer, repository }: Session,
  {
    run,
    suite,
    action,
    extra = {},
  }: {
    readonly run: CheckRun;
    readonly suite: CheckSuite;
    readonly action: "created" | "completed" | "rerequested" | "requested_action";
    readonly extra?: Readonly<Record<string, unknown>>;
  },
): void {
  const telling = forWebhooks(core);
  const payload = { check_run: presentRun(telling, run), ...extra };
  const only = action === "rerequested" || action === "requested_action" ? { appId: suite.appId } : {};
  emit(telling, { event: "check_run", action, repository, sender: writer.user, payload, ...only });
}

/** The branch whose tip the commit is, for a suite that no push created. */
function branchAt({ state }: HubCore, { repositoryId, headSha }: CreateRunInput): string | null {
  const prefix = "refs/heads/";
  const found = refsUnder(state, repositoryId, prefix).find((ref) => ref.sha === headSha);
  return found === undefined ? null : found.name.slice(prefix.length);
}
