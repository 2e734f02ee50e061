/**
 * Reconcile pass of one repository: take what is due, read the current state, decide, commit once. A delivery
 * is processed by that commit and nothing else; after a failure it is requeued.
 */
import type { Millis } from "../../base/clock.ts";
import type { InstallationId, RepositoryId, RepositorySeen } from "../../engine/model/fact.ts";
import { countFailures } from "../failure/backoff.ts";
import type { RetryDecision } from "../failure/handle-failure.ts";
import type { Parts } from "../parts.ts";
import { type Changes, noChanges } from "../repository/changes.ts";
import { isApprovalOpen } from "../settings-approval/approvals.ts";
import { createBatchSize } from "./batch-size.ts";
import { gather } from "./gather.ts";
import { readPage } from "./read-page.ts";
import { giveBackPoison, requeue } from "./requeue.ts";
import { settle } from "./settle.ts";
import { seenOutcome, unreadOutcome } from "./without-reading.ts";
import {
  bringsNothing,
  nextBatch,
  planReads,
  type ReadPlan,
  translateAll,
  type WorkBatch,
} from "./work-batch.ts";

/** How a pass may read what changed. */
interface Reading {
  /** False while the item that makes a pass fail is looked for. */
  readonly mayReadChanges: boolean;
  /**
   * How many lists of changes had ended when the pass took its work, and where the next one began: what a
   * later list requested is not part of the pass, so the pass may not rely on it.
   */
  readonly listsEnded: number;
  readonly cursor: Millis | undefined;
}

export interface Cycles {
  /**
   * Processes what is due for one repository (`""`: deliveries without one). Rejects only if the store fails.
   */
  readonly run: (repositoryId: RepositoryId) => Promise<void>;
}

export function createCycles(parts: Parts): Cycles {
  const { index, clock, pace, random, backoff, listings, onStep } = parts;
  const failures = countFailures(pace.failures, random);
  const again = {
    stale: countFailures(pace.staleReads, random),
    unread: countFailures(pace.failures, random),
  };
  const portions = createBatchSize(pace.deliveriesPerCycle + pace.refreshesPerCycle);
  /**
   * Repositories that wait after an outage: new arrivals wait with the rest instead of failing one by one.
   */
  const resting = new Map<RepositoryId, Millis>();

  async function run(repositoryId: RepositoryId): Promise<void> {
    const now = clock.now();
    const portion = portions.of(repositoryId);
    const before = { listsEnded: listings.ended(), cursor: index.cursor(repositoryId) };
    let batch = await nextBatch(parts, repositoryId, now, portion);
    const pieces = batch.deliveries.length + batch.refreshes.length + (batch.page === undefined ? 0 : 1);
    if (pieces === 0) return;
    const installationId = index.repository(repositoryId)?.installationId;
    const rested = restUntil(repositoryId, installationId, now);
    if (rested > now) {
      listings.suspect(repositoryId);
      return requeue(parts, batch, backedOffUntil(rested));
    }
    try {
      await serve({ ...batch, page: undefined }, { mayReadChanges: portion > 1, ...before });
      batch = { ...batch, deliveries: [], refreshes: [] };
      if (batch.page !== undefined) await readPage(parts, batch, batch.page, again);
      failures.forget(repositoryId);
      resting.delete(repositoryId);
      portions.widen(repositoryId);
    } catch (thrown) {
      const backoffMs = failures.again(repositoryId);
      const trouble = parts.failures.handle(thrown, {
        installationId,
        doing: `cycle ${repositoryId}`,
        backoffMs,
      });
      if (trouble.type === "defect" && pieces > 1) return portions.narrow(repositoryId);
      if (trouble.type === "outage") {
        resting.set(repositoryId, trouble.retryAt);
        listings.suspect(repositoryId);
      }
      if (trouble.type === "refusal") await refreshAfterRefusal();
      await requeue(parts, batch, trouble);
    }
  }

  function restUntil(
    repositoryId: RepositoryId,
    installationId: InstallationId | undefined,
    now: Millis,
  ): Millis {
    const backedOff = installationId === undefined ? undefined : backoff.until(installationId, now);
    return Math.max(resting.get(repositoryId) ?? 0, backedOff ?? 0);
  }

  async function serve(taken: WorkBatch, reading: Reading): Promise<void> {
    const translated = await translateAll(parts, taken.deliveries);
    await giveBackPoison(parts, translated.poison, failures);
    const batch = { ...taken, deliveries: translated.readable.map(({ delivery }) => delivery) };
    if (batch.deliveries.length + batch.refreshes.length === 0) return;
    const known = (): Promise<ReadPlan> => planReads(index, batch, translated, clock.now());
    const first = await known();
    if (first.installationChanged) await parts.refreshRepositories();
    const plan = first.installationChanged ? await known() : first;
    if (plan.repository === undefined) return index.commit(unreadOutcome(batch, plan, clock.now()));
    await follow(plan.repository, batch, plan, reading);
  }

  async function follow(
    repository: RepositorySeen,
    batch: WorkBatch,
    plan: ReadPlan,
    reading: Reading,
  ): Promise<void> {
    const isNew = index.repository(repository.id) === undefined;
    if (!isNew && bringsNothing(plan) && !listings.isDue(repository.id, false))
      return index.commit(seenOutcome(batch, plan));
    if (isNew || plan.filesChanged) await parts.refreshSettings(repository, plan.pushed);
    if (isNew || plan.labelsDeleted) await parts.ensureLabels(repository);
    const portion = reading.mayReadChanges ? pace.refreshesPerCycle : 0;
    const [gathered, cursor] = await gather(parts, {
      ...{ repository, plan, portion },
      list: listing(repository, reading),
    });
    const roles = await parts.askRoles(gathered.view, [...gathered.ids, ...gathered.decides]);
    const work = await parts.readEvidence({
      ...{ repository, roles },
      view: gathered.view,
      ids: [...gathered.ids],
    });
    const facts = [...gathered.facts, ...roles, ...work];
    onStep("cycle read");
    await settle(parts, { repository, batch, plan, gathered: { ...gathered, facts }, cursor }, again);
    if (await isApprovalOpen(index, repository.id)) await parts.refreshSettings(repository);
    if (plan.filesChanged) parts.questionsDecided(repository.id);
  }

  /** A pass is also a small sweep, now and then and whenever much depends on it. */
  function listing(
    repository: RepositorySeen,
    { listsEnded, cursor }: Reading,
  ): (isNeeded: boolean) => Promise<Changes> {
    let ended = listsEnded;
    return async (isNeeded) => {
      // A repository without a cursor is still being set up: then its pages follow.
      if (cursor === undefined || !listings.isDue(repository.id, isNeeded, ended)) return noChanges;
      const changes = await listings.run(repository.id, () => parts.listChanges(repository, false, cursor));
      ended = listings.ended();
      return changes;
    };
  }

  /**
   * The installation may have lost access to the repository: then its work ends instead of being retried
   * forever.
   */
  async function refreshAfterRefusal(): Promise<void> {
    try {
      await parts.refreshRepositories();
    } catch (thrown) {
      parts.failures.handle(thrown, { installationId: undefined, doing: "list repositories", backoffMs: 0 });
    }
  }

  return { run };
}

function backedOffUntil(retryAt: Millis): RetryDecision {
  return { type: "outage", retryAt, message: "GitHub asked this installation to wait" };
}
