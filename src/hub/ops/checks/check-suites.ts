/**
 * Check suites. A push creates one for every App that may write checks and requests its runs; an App that
 * writes a run for another commit gets a suite at that moment.
 */
import { Defect } from "../../../base/errors.ts";
import { forWebhooks, type HubCore } from "../../core.ts";
import { presentSuite } from "../../present/pulls/check.ts";
import { appById } from "../../state/accounts/apps.ts";
import { installationsOn } from "../../state/accounts/installations.ts";
import { grants } from "../../state/accounts/permissions.ts";
import {
  type CheckSuite,
  insertSuite,
  suiteById,
  suitesOfCommit,
  touchSuite,
} from "../../state/pulls/checks.ts";
import type { Repository } from "../../state/repositories.ts";
import { emit } from "../../webhooks/emit.ts";
import { needs, writableFor } from "../access/access.ts";
import type { Actor, WriteActor } from "../access/actor.ts";
import { notFound, type OpResult, ok } from "../result.ts";
import { nowOf, write } from "../write.ts";

export interface SuiteSubject {
  /** Null for a commit of a fork. */
  readonly branch: string | null;
  readonly before: string | undefined;
  readonly after: string;
}

/** Requests the checks of a new commit from every App that writes checks. */
export function requestSuites(
  core: HubCore,
  writer: WriteActor,
  repository: Repository,
  subject: SuiteSubject,
): void {
  for (const installation of installationsOn(core.state, repository.id)) {
    if (!grants(installation.permissions, "checks", "write")) continue;
    const isKnown = suiteOf(core, repository.id, installation.appId, subject.after) !== undefined;
    const suite = ensureSuite(core, repository.id, installation.appId, subject);
    if (!isKnown) announceSuite(core, writer, { repository, suite, action: "requested" });
  }
}

/** An App's suite for a commit, created if missing. */
export function ensureSuite(
  core: HubCore,
  repositoryId: number,
  appId: number,
  { branch, before, after }: SuiteSubject,
): CheckSuite {
  const known = suiteOf(core, repositoryId, appId, after);
  if (known !== undefined) return known;
  const record = { repositoryId, appId, headSha: after, headBranch: branch, beforeSha: before ?? null };
  return theSuite(core, insertSuite(core.state, record, nowOf(core)));
}

export function announceSuite(
  core: HubCore,
  writer: WriteActor,
  {
    repository,
    suite,
    action,
  }: {
    readonly repository: Repository;
    readonly suite: CheckSuite;
    readonly action: "requested" | "rerequested" | "completed";
  },
): void {
  const { appId } = suite;
  const telling = forWebhooks(core);
  const payload = { check_suite: presentSuite(telling, suite) };
  emit(telling, { event: "check_suite", action, repository, sender: writer.user, appId, payload });
}

/** Asks the suite's App to check again. */
export function rerequestSuite(
  core: HubCore,
  actor: Actor,
  { repositoryId, suiteId }: { readonly repositoryId: number; readonly suiteId: number },
): OpResult<CheckSuite> {
  return write(core, () => {
    const found = writableFor(core.state, actor, repositoryId, needs.writeChecks);
    if (found.kind !== "ok") return found;
    const suite = suiteById(core.state, suiteId);
    if (suite?.repositoryId !== repositoryId || appById(core.state, suite.appId) === undefined)
      return notFound;
    touchSuite(core.state, suite.id, nowOf(core));
    announceSuite(core, found.value.writer, {
      repository: found.value.repository,
      suite,
      action: "rerequested",
    });
    return ok(suite);
  });
}

function suiteOf(
  { state }: HubCore,
  repositoryId: number,
  appId: number,
  sha: string,
): CheckSuite | undefined {
  return suitesOfCommit(state, repositoryId, sha).find((suite) => suite.appId === appId);
}

function theSuite({ state }: HubCore, id: number): CheckSuite {
  const suite = suiteById(state, id);
  if (suite === undefined) throw new Defect(`Check suite ${id} vanished during a write.`);
  return suite;
}
