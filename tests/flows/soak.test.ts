/**
 * Plays the same story over and over while GitHub, the network and the server fail, seeded; once the faults
 * of a round have ended, sweeps lead to the state of a run without faults. SIGNALBOX_SOAK_MINUTES makes it
 * longer, SIGNALBOX_SOAK_SEED sets another seed.
 */
import { isDeepStrictEqual } from "node:util";
import { afterEach, expect, test } from "vitest";
import type { FaultRule } from "../../src/hub/faults/rule.ts";
import { botLogin } from "../support/freeing.ts";
import { type MortalBus, startMortalBus } from "../support/mortal-bus.ts";
import { type Picture, takePicture } from "../support/picture.ts";
import { requestFaults } from "../support/request-faults.ts";
import { seededRandom } from "../support/seeded-random.ts";
import { stepsOfFlows } from "../support/store-of-flows.ts";
import { type Cast, longStory, numberOf, playStory } from "../support/story.ts";

const minutes = Number(process.env.SIGNALBOX_SOAK_MINUTES ?? 0.15);
const seed = Number(process.env.SIGNALBOX_SOAK_SEED ?? 20_260_101);
const minRounds = 3;
const roundSeconds = 90;
/** Both questions and their answers. */
const story = longStory.slice(0, 11);
const mebibyte = 1_048_576;
const maxHeap = 96;
const maxGrowth = 16;
const sweepMs = 5 * 60_000;
const maxSweeps = 12;
const sweepTakesMs = 100;
/** A server process lives at most this long, so that there are several. */
const maxLifeMs = 30 * 60_000;

let bus: MortalBus;
afterEach(() => bus.stop());

const deliveries: readonly Extract<FaultRule, { on: "delivery" }>["effect"][] = [
  { kind: "drop" },
  { kind: "duplicate", times: 3 },
  { kind: "reorder", window: 5, seed: 1, flushMs: 20 },
];

/** Some faults of GitHub and its deliveries, and a kill at some step. */
async function breakThings(random: (below: number) => number, round: number, mayDie: boolean): Promise<void> {
  // Once a round: Octokit waits six seconds for a token that is refused soon after it was issued.
  const login = botLogin;
  bus.hub.faults.add({
    on: "request",
    match: { login },
    effect: { kind: "expire-token" },
    skip: (round * 7) % 20,
    times: 1,
  });
  for (let count = 0; count < 4; count++) {
    const request = requestFaults[random(requestFaults.length)];
    const delivery = deliveries[random(deliveries.length)];
    const often = { skip: random(12), times: 1 + random(4) };
    if (request !== undefined)
      bus.hub.faults.add({ on: "request", match: { login: botLogin }, effect: request, ...often });
    if (delivery !== undefined) bus.hub.faults.add({ on: "delivery", effect: delivery, ...often });
  }
  const step = stepsOfFlows[random(stepsOfFlows.length)];
  if (mayDie && step !== undefined) await bus.doom(step, 1 + random(6));
}

/**
 * Ends the faults and lets sweeps pass until nothing waits and people see what they should, or an hour is
 * over.
 */
async function recover(
  cast: Cast,
  expected: Picture | undefined,
): Promise<{ readonly deaths: number; readonly sweeps: number }> {
  let deaths = 0;
  let sweeps = 0;
  bus.hub.faults.clear();
  for (let isRight = false; !isRight && sweeps < maxSweeps; sweeps++) {
    await bus.pass(sweepMs);
    await new Promise((resolve) => setTimeout(resolve, sweepTakesMs));
    const waiting = await bus.waiting();
    if (waiting === undefined) {
      await bus.raise();
      deaths++;
    }
    const { picture } = await takePicture(bus.as("maria"), cast);
    isRight = waiting === 0 && (expected === undefined ? sweeps > 0 : isDeepStrictEqual(picture, expected));
  }
  return { deaths, sweeps };
}

/** No task became ready for the last time before its last question was closed. */
async function expectNothingEarly(cast: Cast): Promise<void> {
  const { octokit, repository } = bus.as("maria");
  const at = (name: string) => ({ ...repository, issue_number: numberOf(cast, name) });
  const closed = await Promise.all(
    ["token", "name"].map(async (name) => (await octokit.rest.issues.get(at(name))).data.closed_at ?? ""),
  );
  const events = await octokit.paginate(octokit.rest.issues.listEvents, { ...at("login"), per_page: 100 });
  const ready = events.filter(
    (event) => event.event === "labeled" && "label" in event && event.label?.name === "status:ready",
  );
  expect(ready.at(-1)?.created_at).toSatisfy((time: string) =>
    closed.every((then) => then !== "" && time >= then),
  );
}

test("M05 a soak with seeded faults ends each round as a clean run, does nothing twice or early, explains it, and takes no more memory", {
  timeout: minutes * 60_000 + roundSeconds * 1_000,
}, async () => {
  bus = await startMortalBus();
  const random = seededRandom(seed);
  const start = performance.now();
  const passed = (): number => (performance.now() - start) / (minutes * 60_000);
  let clean: Picture | undefined;
  let rounds = 0;
  let deaths = 0;
  let struck = 0;
  let mostSweeps = 0;
  let livedMs = 0;
  const heaps: number[] = [];
  for (; rounds < minRounds || passed() < 1; rounds++) {
    // Its last processes live long, so that growing memory would show.
    if (rounds > 0) await breakThings(random, rounds, rounds === 1 || passed() < 0.3);
    const cast = await playStory(story, bus.as, async () => {
      await bus.hub.idle();
      await bus.pass(1_500);
      if ((await bus.waiting()) === undefined) {
        await bus.raise();
        deaths++;
      }
    });
    struck += bus.hub.faults.list().reduce((sum, rule) => sum + rule.struck, 0);
    const recovered = await recover(cast, clean);
    deaths += recovered.deaths;
    mostSweeps = Math.max(mostSweeps, recovered.sweeps);
    const { picture, wakes } = await takePicture(bus.as("maria"), cast);
    clean ??= picture;
    expect({ seed, rounds, picture }).toEqual({ seed, rounds, picture: clean });
    expect({ rounds, ...wakes }).toMatchObject({ rounds, twins: [], asleep: [] });
    await expectNothingEarly(cast);
    heaps.push(((await bus.heapBytes()) ?? 0) / mebibyte);
    livedMs += recovered.sweeps * sweepMs;
    if (livedMs > maxLifeMs) {
      await bus.signal("SIGKILL");
      await bus.raise();
      [livedMs, deaths] = [0, deaths + 1];
    }
  }
  expect(clean?.issues.login?.labels).toEqual(["kind:task", "status:ready"]);
  const done = bus.ledger().filter(({ kind }) => kind === "done");
  for (const { rule, because } of done) expect([rule !== "", because.length > 10]).toEqual([true, true]);
  for (const row of done.filter(({ rule }) => rule === "make-edges"))
    expect(row).toMatchObject({ actor_id: expect.any(String), actor_role: expect.any(String) });
  expect(struck).toBeGreaterThan(0);
  expect(deaths).toBeGreaterThan(0);
  const [first = 0, ...rest] = heaps.slice(Math.ceil(heaps.length / 2) - 1);
  expect(Math.max(...heaps)).toBeLessThan(maxHeap);
  expect(Math.max(first, ...rest) - first).toBeLessThan(maxGrowth);
  console.info(
    `Soak, seed ${seed}: ${rounds} rounds, ${struck} faults, ${deaths} kills, ${done.length} effects, each round as a clean run after at most ${mostSweeps} sweeps; heap ${heaps.map((heap) => heap.toFixed(1)).join(" ")} MiB.`,
  );
});
