/** Sends effects, one batch of an installation at a time, and records their outcomes. */
import type { Clock } from "../../base/clock.ts";
import type { InstallationId } from "../../engine/model/fact.ts";
import type { Mutex } from "../mutex.ts";
import type { Pace } from "../pace.ts";
import type { Index } from "../ports/issue-index.ts";
import type { Outbox } from "../ports/outbox.ts";
import type { WorkObserver } from "../ports/work-observer.ts";
import type { Allowance, Choice } from "./allowance.ts";
import { endingOfHeld, endingOfJudgement } from "./endings.ts";
import type { JudgeAll, Judgement } from "./judge.ts";
import { type EffectEnd, receiptOf } from "./receipt.ts";
import type { SendEffects } from "./send.ts";

export interface Performer {
  /** Sends one batch of what is due. Rejects only if the store fails. */
  readonly run: (installationId: InstallationId) => Promise<void>;
}

interface Needs {
  readonly select: Select;
  readonly send: SendEffects;
  readonly save: SaveOutcomes;
  /**
   * Called after a refusal: the repository may be archived or the installation's permissions reduced, and then
   * nothing more is tried there. Never rejects.
   */
  readonly lookWhy: () => Promise<void>;
}

export function createPerformer({ select, send, save, lookWhy }: Needs): Performer {
  return {
    run: async (installationId) => {
      const { judged, held, holders } = await select(installationId);
      const chosen = judged.flatMap((judgement) => (judgement.type === "send" ? judgement.effect : []));
      const sent = await send(installationId, chosen, holders);
      const endings = [...held.map(endingOfHeld), ...judged.flatMap(endingOfJudgement), ...sent];
      if (endings.length === 0) return;
      await save(endings);
      if (endings.some(({ type }) => type === "refused")) await lookWhy();
    },
  };
}

/** An installation's due effects and their verdicts. */
type Select = (installationId: InstallationId) => Promise<Selection>;

interface Selection extends Pick<Choice, "held" | "holders"> {
  readonly judged: readonly Judgement[];
}

interface SelectNeeds {
  readonly outbox: Pick<Outbox, "due">;
  readonly clock: Clock;
  readonly pace: Pick<Pace, "effectsPerBatch">;
  readonly allowance: Allowance;
  readonly judge: JudgeAll;
}

export function createSelection({ outbox, clock, pace, allowance, judge }: SelectNeeds): Select {
  return async (installationId) => {
    const due = await outbox.due(installationId, clock.now(), pace.effectsPerBatch);
    if (due.length === 0) return { judged: [], held: [], holders: new Map() };
    const { going, held, holders } = await allowance.choose(installationId, due, clock.now());
    return { judged: await judge(installationId, going), held, holders };
  };
}

/** Commits what became of effects. */
type SaveOutcomes = (endings: readonly EffectEnd[]) => Promise<void>;

interface SaveNeeds {
  readonly index: Pick<Index, "records" | "around">;
  readonly outbox: Pick<Outbox, "receipt">;
  readonly mutex: Mutex;
  readonly clock: Clock;
  readonly observer: Pick<WorkObserver, "effectEnded"> | undefined;
}

export function createOutcomeSaver({ index, outbox, mutex, clock, observer }: SaveNeeds): SaveOutcomes {
  return async (endings) => {
    await mutex.run(async () => {
      const { outcomes, records, refreshes, ledger } = await receiptOf(index, endings, clock.now());
      return outbox.receipt(outcomes, records, refreshes, ledger);
    });
    for (const { effect, type } of endings) observer?.effectEnded(effect.effect.type, type);
  };
}

/** Minimum time between two listings of our repositories, however many effects are refused. */
const refusalsGapMs = 60_000;

/** @param relist lists our repositories; never rejects */
export function createRefusalCheck(clock: Clock, relist: () => Promise<unknown>): Needs["lookWhy"] {
  let refreshedAt = -Infinity;
  return async () => {
    if (clock.now() - refreshedAt < refusalsGapMs) return;
    refreshedAt = clock.now();
    await relist();
  };
}
