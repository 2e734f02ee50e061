/** One run: people work while processes and GitHub fail; then the faults end, and what must hold is looked at. */
import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { diceOf } from "../support/dice.ts";
import { createCrowd, type Deed, deeds } from "./actors.ts";
import { watchEarly } from "./early.ts";
import { askedIn, unexplained } from "./explained.ts";
import { changedParts, heldIn } from "./held.ts";
import {
  changedBetween,
  contradictions,
  disordered,
  lost,
  sightsOf,
  unfinished,
  writtenLate,
} from "./invariants.ts";
import { createMishaps, type Told } from "./mishaps.ts";
import type { PreviousRelease } from "./previous-release.ts";
import { createRollingRelease } from "./rolling-release.ts";
import { served } from "./service.ts";
import { openStage, repositories, type Stage } from "./stage.ts";
import { sweepAll } from "./sweep.ts";
import { listenToHealth, untold } from "./told.ts";
import { leftToDo } from "./under-way.ts";
import { countOf } from "./watch.ts";

export interface Wish {
  readonly seed: number;
  readonly seconds: number;
  /** A release that is replaced by this one meanwhile: it is alone for the first quarter, gone before the last. */
  readonly previous?: PreviousRelease | undefined;
}

export interface Report extends Omit<Wish, "previous"> {
  readonly previous: PreviousReport | undefined;
  readonly mishaps: number;
  readonly deeds: Readonly<Record<Deed, number>>;
  readonly deliveries: { readonly acknowledged: number; readonly refused: number };
  readonly tokensTaken: number;
  readonly writes: number;
  /** After each worker that died or stood still, and each time that PostgreSQL came back: per installation. */
  readonly servedAgainMs: { readonly median: number; readonly most: number };
  readonly quietAfterMs: number;
  /** How long the sweep took that follows. */
  readonly sweptMs: number;
  readonly errorsLogged: { readonly count: number; readonly kinds: readonly string[] };
  /** Nothing if all invariants hold. */
  readonly wrong: readonly string[];
}

interface PreviousReport {
  readonly commit: string;
  readonly isExcluded: boolean;
  /** What its workers wrote after the migration to this release. */
  readonly writesBeside: number;
}

const [leastRestMs, mostRestMs] = [200, 800];
const [calmMs, lookEveryMs, quietWithinMs] = [2_000, 100, 180_000];

/** @param tell called with each mishap, as it happens */
export async function play(wish: Wish, tell: (told: Told) => void): Promise<Report> {
  const { previous } = wish;
  const stage = await openStage(previous === undefined ? {} : { webs: 1, workers: 2, previous });
  let forced: readonly string[] = [];
  let report: Report;
  try {
    report = await playOn(stage, wish, tell);
  } finally {
    forced = await stage.close();
  }
  return { ...report, wrong: [...report.wrong, ...forced.map((name) => `${name} did not stop in order`)] };
}

async function playOn(stage: Stage, wish: Wish, tell: (told: Told) => void): Promise<Report> {
  const { seed, seconds, previous } = wish;
  const counts = Object.fromEntries(deeds.map((deed) => [deed, 0])) as Record<Deed, number>;
  const mishaps = createMishaps(stage, diceOf(seed, "mishaps"), tell);
  const release = createRollingRelease(stage, tell);
  const over = AbortSignal.timeout(seconds * 1000);
  const [early, said] = await Promise.all([
    watchEarly(stage, over),
    listenToHealth(stage, over),
    mishaps.run(over),
    ...(previous === undefined ? [] : [wait(seconds * 250).then(() => release.run(seconds * 500))]),
    ...repositories.map((each) => work(stage, each, seed, counts, over)),
  ]);
  await mishaps.end();
  const endedAt = Date.now();
  await Promise.all([...stage.members("web"), ...stage.members("worker")].map(({ whenUp }) => whenUp));
  const stuck = await quiet(stage);
  const quietAfterMs = Date.now() - endedAt;
  const sweptMs = await sweepAll(stage.cluster.url, quietWithinMs);
  const stuckAgain = await quiet(stage);
  const misplaced = await disordered(stage);
  const before = await sightsOf(stage);
  const held = await heldIn(stage.cluster.url);
  const repaired = await rebuild(stage);
  const heldAfter = await heldIn(stage.cluster.url);
  const after = await quiet(stage).then(() => sightsOf(stage));
  const told = [...mishaps.told(), ...release.told()].toSorted((a, b) => a.at - b.at);
  const service = await served(stage, told, endedAt);
  const waits = service.waits.toSorted((a, b) => a - b);
  return {
    previous: previous && {
      commit: previous.commit,
      isExcluded: stage.isPreviousExcluded(),
      writesBeside: await release.writesBeside(),
    },
    ...{ seed, seconds, mishaps: mishaps.told().length, deeds: counts, quietAfterMs, sweptMs },
    deliveries: { acknowledged: stage.forwarder.acknowledged.size, refused: stage.forwarder.refused() },
    tokensTaken: await countOf(stage.cluster.url, "chaos_taken"),
    writes: await countOf(stage.cluster.url, "chaos_wrote"),
    servedAgainMs: { median: waits[waits.length >> 1] ?? 0, most: waits.at(-1) ?? 0 },
    errorsLogged: stage.errors(),
    wrong: [
      ...[...stuck, ...stuckAgain, ...service.wrong, ...(await lost(stage)), ...(await unfinished(stage))],
      ...(await writtenLate(stage)),
      ...endedByThemselves(stage),
      ...[...release.wrong(), ...misplaced],
      ...[...early, ...untold(said, mishaps.told(), endedAt)],
      ...[...contradictions(after), ...changedBetween(before, after)],
      ...unexplained(after, await askedIn(stage.cluster.url)),
      ...repaired.map(({ ref, what }) => {
        const changed = changedParts(held.get(ref), heldAfter.get(ref));
        return `after a sweep a rebuild found ${ref} different: ${what}; ${changed}`;
      }),
    ],
  };
}

async function work(
  stage: Stage,
  repository: string,
  seed: number,
  counts: Record<Deed, number>,
  signal: AbortSignal,
): Promise<void> {
  const roll = diceOf(seed, repository);
  const crowd = createCrowd(stage.as("maria", repository), stage.as("alice", repository), roll);
  while (!signal.aborted) {
    try {
      counts[await crowd.act()] += 1;
    } catch (thrown) {
      if (!isConnectionLost(thrown)) throw thrown;
    }
    await wait(leastRestMs + roll(mostRestMs - leastRestMs));
  }
}

/** The hub closes connections that were idle: a request that is sent at that moment is lost, as at GitHub. */
function isConnectionLost(thrown: unknown): boolean {
  return thrown instanceof Error && "response" in thrown && thrown.response === undefined;
}

/** Of this release: those of one that a migration excludes are meant to. */
function endedByThemselves(stage: Stage): readonly string[] {
  return stage.everybody().flatMap(({ name, release, endedByItself, errors }) => {
    const how = endedByItself();
    if (how === undefined || release === "previous") return [];
    return `${name} ended by itself: ${how}; ${errors().slice(-3).join("\n")}`;
  });
}

/** Waits until nothing has been under way for two seconds. Resolves to what is left after three minutes. */
async function quiet({ hub, cluster: { url } }: Stage): Promise<readonly string[]> {
  const giveUpAt = Date.now() + quietWithinMs;
  let [calmSince, left] = [Date.now(), 0];
  while (Date.now() < giveUpAt) {
    await hub.idle();
    left = await leftToDo(url);
    if (left > 0) calmSince = Date.now();
    if (Date.now() - calmSince > calmMs) return [];
    await wait(lookEveryMs);
  }
  return [`${left} deliveries, refreshes and effects wait after ${quietWithinMs / 1000} s without a fault`];
}

const rebuilt = z.object({ differences: z.array(z.object({ ref: z.string(), what: z.string() })) });
type Difference = z.infer<typeof rebuilt>["differences"][number];

async function rebuild(stage: Stage): Promise<readonly Difference[]> {
  return rebuilt.parse(JSON.parse(await stage.command("rebuild", "--json"))).differences;
}
