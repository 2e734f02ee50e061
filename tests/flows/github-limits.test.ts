/**
 * Plays a story over and over while GitHub limits and fails in all the ways at once that it documents for load: spent quotas,
 * secondary limits, resource limits, requests ended after ten seconds, and failures after the write. Each round ends as one
 * without faults. Time runs fast; SIGNALBOX_LIMITS_MINUTES of real time make it longer, SIGNALBOX_LIMITS_SEED sets another seed.
 */
import { afterEach, expect, test } from "vitest";
import { claimedKey } from "../../src/github/write/marker.ts";
import type { FaultRule } from "../../src/hub/faults/rule.ts";
import { startBus, type TestBus } from "../support/bus.ts";
import { botLogin } from "../support/freeing.ts";
import { type Picture, seeIssue, takePicture } from "../support/picture.ts";
import { seededRandom } from "../support/seeded-random.ts";
import { type Cast, longStory, playStory } from "../support/story.ts";
import { type ToldWaits, watchToldWaits } from "../support/told-waits.ts";

type RequestRule = Extract<FaultRule, { on: "request" }>;

const minutes = Number(process.env.SIGNALBOX_LIMITS_MINUTES ?? 0);
const seed = Number(process.env.SIGNALBOX_LIMITS_SEED ?? 20_261_128);
/** Of the clock of hub and server. */
const leastMs = 10 * 60_000;
const roundSeconds = 120;
/** Two questions and their answers, and commands that are refused. */
const story = longStory.slice(0, 11);

const anything = { login: botLogin };
const reads = { operation: "Issues", login: botLogin };
const writes = { operation: "Effects", login: botLogin };
/** A comment that is written and repeated is there twice; anything else would be done as before. */
const comments = { field: "addComment", login: botLogin };

/** What strikes in every round, together. */
const faults: readonly Pick<RequestRule, "match" | "effect">[] = [
  { match: anything, effect: { kind: "limit", limit: "primary", waitSeconds: 60 } },
  { match: anything, effect: { kind: "limit", limit: "secondary", waitSeconds: 30 } },
  { match: anything, effect: { kind: "limit", limit: "secondary", status: 429, waitSeconds: 30 } },
  {
    match: { ...anything, path: "^/graphql$" },
    effect: { kind: "limit", limit: "secondary", status: 200, waitSeconds: 30 },
  },
  { match: anything, effect: { kind: "limit", limit: "secondary", headers: false } },
  { match: comments, effect: { kind: "fail", status: 502, when: "after" } },
  { match: comments, effect: { kind: "time-out", when: "after" } },
  { match: writes, effect: { kind: "time-out", status: 502, as: "html", when: "before" } },
  { match: reads, effect: { kind: "time-out", as: "html" } },
  { match: comments, effect: { kind: "resource-limit", answers: 1, when: "after" } },
  { match: writes, effect: { kind: "resource-limit", answers: 1, when: "before" } },
  { match: comments, effect: { kind: "resource-limit", when: "after" } },
  { match: { ...reads, moreFieldsThan: 2 }, effect: { kind: "resource-limit", answers: 1 } },
  { match: reads, effect: { kind: "resource-limit" } },
];

let bus: TestBus;
let waits: ToldWaits;
afterEach(async () => {
  waits.restore();
  await bus.stop();
});

test("C01 C02 C06 C19 under spent quotas, secondary and resource limits, time-outs and lost answers together nothing is lost, refused or sent twice, and nothing is sent while GitHub says to wait", {
  timeout: (minutes * 60 + roundSeconds) * 1_000,
}, async () => {
  bus = await startBus({ pacing: "github" });
  waits = watchToldWaits(bus.clock);
  const random = seededRandom(seed);
  const [start, startMs] = [performance.now(), bus.clock.now()];
  const struck = faults.map(() => 0);
  let clean: Picture | undefined;
  let rounds = 0;
  const isEnough = (): boolean =>
    bus.clock.now() - startMs >= leastMs &&
    performance.now() - start >= minutes * 60_000 &&
    struck.every((count) => count > 0);
  for (; clean === undefined || !isEnough(); rounds++) {
    bus.hub.faults.enforceLimits(true);
    if (clean !== undefined) addFaults(random);
    const cast = await playStory(story, bus.as, () => settle(bus.settled()));
    for (const [n, rule] of bus.hub.faults.list().entries()) struck[n] = (struck[n] ?? 0) + rule.struck;
    bus.hub.faults.clear();
    await settle(bus.sweep());
    const { picture, wakes } = await takePicture(bus.as("maria"), cast);
    clean ??= picture;
    expect({ seed, rounds, picture }).toEqual({ seed, rounds, picture: clean });
    expect({ rounds, ...wakes }).toMatchObject({ rounds, twins: [], asleep: [] });
    expect({ rounds, twice: await sentTwice(cast) }).toEqual({ rounds, twice: [] });
    expect(waits.tooEarly()).toEqual([]);
    const { deliveries, effects } = await bus.server().health();
    expect({ rounds, deliveries, effects }).toMatchObject({
      deliveries: { pending: 0, dead: 0 },
      effects: { pending: 0, refused: 0, held: 0 },
    });
  }
  expect(waits.told()).toBeGreaterThan(0);
  console.info(
    `Limits, seed ${seed}: ${rounds} rounds, ${Math.round((bus.clock.now() - startMs) / 60_000)} minutes of their clock, ${struck.reduce((sum, count) => sum + count, 0)} faults, told to wait ${waits.told()} times.`,
  );
});

function addFaults(random: (below: number) => number): void {
  for (const { match, effect } of faults)
    bus.hub.faults.add({
      on: "request",
      ...(match !== undefined && { match }),
      effect,
      skip: random(6),
      times: 1 + random(3),
    });
}

/** Resolves with `work`; until then time runs two hundred times as fast, so that the longest wait takes seconds. */
async function settle(work: Promise<void>): Promise<void> {
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    await Promise.race([done, new Promise((resolve) => setTimeout(resolve, 5))]);
    if (!isDone) bus.clock.advance(1_000);
  }
  await done;
}

/** The App's comments that say the same as another one, hidden ones included. */
async function sentTwice(cast: Cast): Promise<readonly string[]> {
  const seen = await Promise.all([...cast.values()].map((number) => seeIssue(bus.as("maria"), number)));
  const keys = seen.flatMap(({ id, comments }) =>
    comments.nodes.flatMap(({ body, author }) =>
      author?.login === "signalbox" ? [`${id} ${claimedKey(body)}`] : [],
    ),
  );
  return keys.filter((key, at) => keys.indexOf(key) !== at);
}
