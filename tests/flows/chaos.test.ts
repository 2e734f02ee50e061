/**
 * Twenty agents at work while deliveries, GitHub and the server fail, seeded; once the faults of a round have ended,
 * sweeps lead to one truth everywhere. SIGNALBOX_CHAOS_MINUTES makes it longer, SIGNALBOX_CHAOS_SEED sets another
 * seed (`npm run long`).
 */
import { setTimeout } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { type Agent, createAgent } from "../support/chaos/agent.ts";
import { audit, cardsOf, judge } from "../support/chaos/audit.ts";
import { injectFaults, killAtSomeStep, rebuild } from "../support/chaos/faults.ts";
import { historyOf } from "../support/chaos/history.ts";
import { createLeaseBook, type LeaseBook } from "../support/chaos/lease-book.ts";
import { despiteLost, unlessLost } from "../support/chaos/lost-connection.ts";
import { crew, members } from "../support/chaos/members.ts";
import { createPassiveApp } from "../support/chaos/passive-app.ts";
import { interfere, openTasks, tidyUp } from "../support/chaos/people.ts";
import { createProgress, type Progress } from "../support/chaos/progress.ts";
import { createWorld, type World } from "../support/chaos/world.ts";
import { nameCrew, seedWith } from "../support/crew.ts";
import { type MortalBus, startMortalBus } from "../support/mortal-bus.ts";
import { pick, type Random, randomFor } from "../support/seeded-random.ts";
import { loseIndex } from "../support/store-of-flows.ts";

const minutes = Number(process.env.SIGNALBOX_CHAOS_MINUTES ?? 0.1);
const seed = Number(process.env.SIGNALBOX_CHAOS_SEED ?? 20_261_122);
/** A busy machine may take long for the round that began last. */
const roundSeconds = 600;
const ticks = 10;
const atOnce = 8;
const minute = 60_000;
const sweepMs = 5 * minute;
const maxSweeps = 24;
const sweepTakesMs = 50;
const quietSweeps = 14;
const mebibyte = 1_048_576;
const maxHeap = 110;
const maxGrowth = 16;

let bus: MortalBus;
const passiveApp = createPassiveApp();
afterEach(async () => {
  await bus.stop();
  passiveApp.remove();
});

interface Run {
  readonly world: World;
  readonly book: LeaseBook;
  readonly random: Random;
  readonly agents: readonly Agent[];
  readonly progress: Progress;
  readonly counts: Record<
    "rounds" | "faults" | "kills" | "rebuilds" | "losses" | "visits" | "sweeps" | "judged",
    number
  >;
}

async function openRun(): Promise<Run> {
  bus = await startMortalBus(undefined, seedWith(crew));
  const maria = bus.as("maria");
  const { data } = await maria.octokit.rest.users.getByUsername({ username: "signalbox[bot]" });
  const leases = "leases: { unheard: 45m, return: 10m, parallel: 4, lapses: 4 }";
  await nameCrew(bus, crew, `${leases}\nleader: ${data.node_id}\n`);
  const world = createWorld(bus, () => bus.clock.now());
  return {
    world,
    book: createLeaseBook(bus.home),
    random: randomFor(seed, "run"),
    agents: members.map((member) => createAgent(member, world, randomFor(seed, member.name))),
    progress: createProgress(seed, () => performance.now(), console.info),
    counts: { rounds: 0, faults: 0, kills: 0, rebuilds: 0, losses: 0, visits: 0, sweeps: 0, judged: 0 },
  };
}

/** Whether the server had died. */
async function raised({ counts }: Run): Promise<boolean> {
  if ((await bus.waiting()) !== undefined) return false;
  await bus.raise();
  counts.kills += 1;
  return true;
}

/** Some agents and people at once, and a moment. */
async function tick(run: Run, mayDie: boolean): Promise<void> {
  const { world, book, random, agents, counts } = run;
  const turns = Array.from({ length: atOnce }, () => unlessLost(pick(random, agents)?.takeTurn()));
  const kill = mayDie && random(25) === 0 ? bus.signal("SIGKILL") : undefined;
  const isRebuilt = random(12) === 0;
  if (isRebuilt) counts.rebuilds += 1;
  await Promise.all([
    ...turns,
    unlessLost(interfere(world, random)),
    kill,
    isRebuilt ? rebuild(bus) : undefined,
  ]);
  if (random(20) === 0) pick(random, agents)?.die();
  await bus.pass(minute + random(minute));
  if (random(2) === 0) await raised(run);
  expectUnbroken(book.read());
  run.progress.report(counts, book.count());
}

/** Fails with the history of the issues that `broken` names. */
function expectUnbroken(broken: readonly string[]): void {
  expect({ seed, broken, history: historyOf(bus, broken) }).toEqual({ seed, broken: [], history: [] });
}

/** Lets sweeps pass until GitHub, index and ledger agree. */
async function recover(run: Run): Promise<void> {
  const { world, book, counts } = run;
  counts.faults += bus.hub.faults.list().reduce((sum, { struck }) => sum + struck, 0);
  bus.hub.faults.clear();
  await raised(run);
  await bus.spare();
  let wrong: readonly string[] = ["nothing was looked at"];
  for (let sweeps = 0; wrong.length > 0 && sweeps < maxSweeps; sweeps++) {
    await passSweep(run);
    const waiting = await bus.waiting();
    expectUnbroken(book.read());
    wrong = waiting === 0 ? await despiteLost(() => audit(world, book)) : [`${waiting} wait`];
  }
  expectUnbroken(wrong);
  const toJudge = world.said.length + world.answers.size + world.handedOver.length;
  expectUnbroken([...world.breaches, ...(await despiteLost(() => judge(world, book)))]);
  counts.judged += toJudge;
}

async function passSweep(run: Run): Promise<void> {
  await bus.pass(sweepMs);
  await setTimeout(sweepTakesMs);
  await raised(run);
  run.counts.sweeps += 1;
  run.progress.report(run.counts, run.book.count());
}

/** More than an hour in which nobody says anything: then nobody holds what can be worked on. */
async function fallSilent(run: Run): Promise<void> {
  for (let n = 0; n < quietSweeps; n++) await passSweep(run);
  await recover(run);
  const held = [...(await cardsOf(run.world)).values()].filter(
    ({ holder, status }) => holder && status === "in-progress",
  );
  expect({ seed, held: held.map(({ number, holder }) => `#${number} ${holder?.name}`) }).toEqual({
    seed,
    held: [],
  });
}

async function visitPassively({ world, counts }: Run): Promise<void> {
  expect({ seed, wrong: await despiteLost(() => passiveApp.visit(world)) }).toEqual({ seed, wrong: [] });
  counts.visits += 1;
}

/** The index is lost, and rebuilt from GitHub alone: the same holders, under tokens that do not shrink. */
async function replaceIndex(run: Run): Promise<void> {
  const { world, book, counts } = run;
  await bus.signal("SIGKILL");
  await loseIndex(bus.home);
  await bus.raise();
  book.turnPage(world.now());
  world.answers.clear();
  for (let n = 0; n < 2; n++) await passSweep(run);
  const wrong = [...book.read()];
  for (const [number, { holder }] of await cardsOf(world))
    wrong.push(...book.compareLost(world.tasks.get(number)?.id ?? "", holder));
  expectUnbroken(wrong);
  await recover(run);
  counts.losses += 1;
}

test("AG87 AG10 twenty agents at work through lost deliveries, kills, rebuilds and lost indexes: one holder each, none told wrongly, nothing stuck, memory flat", {
  timeout: minutes * minute + roundSeconds * 1_000,
}, async () => {
  console.info(`Chaos, seed ${seed}, ${minutes} minutes.`);
  const run = await openRun();
  const { world, book, random, counts } = run;
  const start = performance.now();
  const passed = (): number => (performance.now() - start) / (minutes * minute);
  const heaps: number[] = [];
  for (; counts.rounds === 0 || passed() < 1; counts.rounds++) {
    // Its last process lives long, so that growing memory would show.
    const mayDie = passed() < 0.7;
    await despiteLost(() => openTasks(world));
    injectFaults(bus, random);
    if (mayDie && random(2) === 0) await killAtSomeStep(bus, random);
    for (let n = 0; n < ticks; n++) await tick(run, mayDie);
    await recover(run);
    if (counts.rounds % 4 === 1) await fallSilent(run);
    if (counts.rounds % 5 === 3) await visitPassively(run);
    // The first round already, because CI runs hardly more.
    if (counts.rounds % 6 === 0 && mayDie) await replaceIndex(run);
    if (counts.rounds % 3 === 0)
      expect({ seed, rebuilt: await rebuild(bus) }).toMatchObject({ rebuilt: { differences: [] } });
    await despiteLost(() => tidyUp(world));
    heaps.push(((await bus.heapBytes()) ?? 0) / mebibyte);
  }
  const [first = 0, ...rest] = heaps.slice(Math.ceil(heaps.length * 0.8) - 1);
  expect(Math.max(...heaps)).toBeLessThan(maxHeap);
  expect(Math.max(first, ...rest) - first).toBeLessThan(maxGrowth);
  console.info(
    `Chaos, seed ${seed}: ${JSON.stringify(counts)}, ${book.count()} leases; heap ${heaps.map((heap) => heap.toFixed(1)).join(" ")} MiB.`,
  );
});
