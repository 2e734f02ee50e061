/** A pass over deliveries and refresh requests: plans the reads, reads, decides and commits. */
import type { Clock } from "../../base/clock.ts";
import type { NodeId, RepositoryId, RepositorySeen } from "../../engine/model/fact.ts";
import type { PullChecks } from "../locks/check-pulls.ts";
import type { ReadOrderWords } from "../orders/words.ts";
import type { Index } from "../ports/issue-index.ts";
import type { RefreshRepositories } from "../repository/installations.ts";
import type { KeptSettings } from "../repository/kept-settings.ts";
import type { EnsureLabels } from "../repository/labels.ts";
import type { Listings } from "../repository/listings.ts";
import type { RefreshSettings } from "../repository/settings.ts";
import { isApprovalOpen } from "../settings-approval/approvals.ts";
import type { Settle } from "./deciding/settle.ts";
import { seenOutcome, unreadOutcome } from "./deciding/without-reading.ts";
import type { RunReadPlan } from "./reading/read.ts";
import type { Requeue } from "./requeue.ts";
import type { PassReading } from "./take-work.ts";
import {
  bringsNothing,
  planReads,
  type ReadPlan,
  sizeOf,
  type TranslateAll,
  type WorkBatch,
} from "./work-batch.ts";

export type Pass = (taken: WorkBatch, reading: PassReading) => Promise<void>;

interface Needs {
  readonly prepare: Prepare;
  readonly follow: Follow;
  readonly index: Pick<Index, "commit">;
  readonly clock: Clock;
}

export function createPass({ prepare, follow, index, clock }: Needs): Pass {
  return async (taken, reading) => {
    const prepared = await prepare(taken);
    if (prepared === undefined) return;
    const { repository } = prepared.plan;
    if (repository === undefined)
      return index.commit(unreadOutcome(prepared.batch, prepared.plan, clock.now()));
    await follow(repository, prepared, reading);
  };
}

interface Prepared {
  readonly batch: WorkBatch;
  readonly plan: ReadPlan;
}

/** Resolves to what to read for the work, or to undefined if none of it can be translated. */
type Prepare = (taken: WorkBatch) => Promise<Prepared | undefined>;

interface PrepareNeeds {
  readonly translateAll: TranslateAll;
  readonly requeue: Pick<Requeue, "poison">;
  readonly refreshRepositories: RefreshRepositories;
  readonly index: Pick<Index, "repository" | "handoversAbout" | "records" | "idsOf">;
  readonly readOrderWords: ReadOrderWords;
  readonly clock: Clock;
}

export function createPreparation(needs: PrepareNeeds): Prepare {
  const { translateAll, requeue, refreshRepositories, index, readOrderWords, clock } = needs;

  async function withWords(batch: WorkBatch, plan: ReadPlan): Promise<Prepared> {
    if (plan.repository === undefined || batch.orders.length === 0) return { batch, plan };
    return { batch, plan: { ...plan, words: await readOrderWords(plan.repository, batch.orders) } };
  }

  return async (taken) => {
    const translated = await translateAll(taken.deliveries);
    await requeue.poison(translated.poison);
    const batch = { ...taken, deliveries: translated.readable.map(({ delivery }) => delivery) };
    if (sizeOf(batch) === 0) return undefined;
    const known = (): Promise<ReadPlan> => planReads(index, batch, translated, clock.now());
    const first = await known();
    if (!first.installationChanged) return withWords(batch, first);
    await refreshRepositories();
    return withWords(batch, await known());
  };
}

type Follow = (repository: RepositorySeen, prepared: Prepared, reading: PassReading) => Promise<void>;

interface FollowNeeds {
  readonly index: Pick<Index, "repository" | "settings" | "commit">;
  readonly listings: Pick<Listings, "isDue">;
  readonly upkeep: Upkeep;
  readonly read: RunReadPlan;
  readonly settle: Settle;
  /** Called after the files of a repository changed, or its settings took effect. Returns immediately. */
  readonly questionsDecided: (repositoryId: RepositoryId) => void;
}

export function createFollowing(needs: FollowNeeds): Follow {
  const { index, listings, upkeep, read, settle, questionsDecided } = needs;

  async function passOver(repository: RepositorySeen, { batch, plan }: Prepared): Promise<void> {
    await index.commit(seenOutcome(batch, plan));
    if (plan.hasPullNews) await upkeep.after(repository, plan, []);
  }

  return async (repository, { batch, plan }, reading) => {
    const isNew = index.repository(repository.id) === undefined;
    const before = index.settings(repository.id)?.text;
    if (!isNew && bringsNothing(plan) && !listings.isDue(repository.id, false))
      return passOver(repository, { batch, plan });
    await upkeep.before(repository, plan, isNew);
    const { gathered, cursor } = await read(repository, plan, reading);
    await settle({ repository, batch, plan, gathered, cursor });
    await upkeep.after(repository, plan, [...gathered.ids, ...gathered.decides]);
    if (plan.filesChanged || index.settings(repository.id)?.text !== before) questionsDecided(repository.id);
  };
}

/** Keeps a repository's settings and labels up to date around its passes. */
interface Upkeep {
  readonly before: (repository: RepositorySeen, plan: ReadPlan, isNew: boolean) => Promise<void>;
  /** @param ids the issues that the pass decided about */
  readonly after: (repository: RepositorySeen, plan: ReadPlan, ids: readonly NodeId[]) => Promise<void>;
}

interface UpkeepNeeds {
  readonly index: Pick<Index, "settings" | "records">;
  readonly keptSettings: Pick<KeptSettings, "areKept">;
  readonly refreshSettings: RefreshSettings;
  readonly ensureLabels: EnsureLabels;
  readonly pullChecks: Pick<PullChecks, "afterPass">;
}

export function createUpkeep(needs: UpkeepNeeds): Upkeep {
  const { index, keptSettings, refreshSettings, ensureLabels, pullChecks } = needs;
  /** Repositories whose settings were read since the start: where none can be stored, they are asked for once. */
  const asked = new Set<RepositoryId>();
  // Without them no agent would be known, and leases would end.
  const areMissing = ({ id }: RepositorySeen): boolean => index.settings(id) === undefined && !asked.has(id);
  return {
    before: async (repository, { filesChanged, labelsDeleted, pushes }, isNew) => {
      if (isNew || areMissing(repository) || (filesChanged && !keptSettings.areKept(repository.id, pushes))) {
        await refreshSettings(
          repository,
          pushes.findLast((push) => push !== undefined),
        );
        asked.add(repository.id);
      }
      if (isNew || labelsDeleted) await ensureLabels(repository);
    },
    after: async (repository, { hasPullNews }, ids) => {
      if (await isApprovalOpen(index, repository.id)) await refreshSettings(repository);
      pullChecks.afterPass(repository, { hasPulls: hasPullNews, ids });
    },
  };
}
