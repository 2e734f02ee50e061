/**
 * Tests that deliveries in any form (lost, duplicated, in any order, none at all) lead to the state of a
 * clean run, and that an index rebuilt from GitHub alone is the same. Compares what people see, not ids and
 * times.
 */
import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import fc from "fast-check";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { shuffle } from "../../src/hub/webhooks/shuffle.ts";
import { readContact } from "../../src/server/maintenance/data-folder.ts";
import { type BusSettings, startBus, type TestBus } from "../support/bus.ts";
import { handOn } from "../support/hand-on.ts";
import { type Picture, takePicture } from "../support/picture.ts";
import { loseIndex } from "../support/store-of-flows.ts";
import { type Cast, longStory, numberOf, playStory, type Story } from "../support/story.ts";

const buses: TestBus[] = [];
async function open(settings: BusSettings = {}): Promise<TestBus> {
  const bus = await startBus(settings);
  buses.push(bus);
  return bus;
}
afterEach(async () => {
  for (const bus of buses.splice(0)) await bus.stop();
});

/** Plays a story with a second and a half between its steps, because GitHub's times are in whole seconds. */
function play(
  bus: TestBus,
  story: Story,
  between: (step: number) => Promise<void> = async () => {},
): Promise<Cast> {
  return playStory(story, bus.as, async (step) => {
    await between(step);
    bus.clock.advance(1_500);
  });
}

let clean: Picture;
beforeAll(async () => {
  const bus = await startBus();
  const cast = await play(bus, longStory, bus.settled);
  const { picture, wakes } = await takePicture(bus.as("maria"), cast);
  clean = picture;
  await bus.stop();
  expect(wakes).toMatchObject({ twins: [], asleep: [] });
});

async function expectCleanEnding(bus: TestBus, cast: Cast): Promise<void> {
  const { picture, wakes } = await takePicture(bus.as("maria"), cast);
  expect(picture).toEqual(clean);
  expect(wakes).toMatchObject({ twins: [], asleep: [] });
}

/** Drops half of the first `count` deliveries and shuffles the others, the same for the same seed. */
function loseHalf(bus: TestBus, seed: number, count: number): void {
  const lost = fc.sample(fc.array(fc.boolean(), { minLength: count, maxLength: count }), {
    seed,
    numRuns: 1,
  })[0];
  for (const [at, isLost] of (lost ?? []).entries())
    if (isLost) bus.hub.faults.add({ on: "delivery", effect: { kind: "drop" }, skip: at, times: 1 });
  bus.hub.faults.add({ on: "delivery", effect: { kind: "reorder", window: 6, seed, flushMs: 20 } });
}

describe("the final state of a clean run", () => {
  test("a clean run shows everything that the story calls for", () => {
    const { login, page, token, name, named, looks, footer } = clean.issues;
    expect(page).toMatchObject({
      labels: ["kind:task", "status:ready"],
      blockedBy: ["{login}", "{name}", "{style}"],
    });
    expect(page?.status).toEqual([]);
    expect(login).toMatchObject({ state: "closed as completed", status: [] });
    expect(token).toMatchObject({ state: "closed as completed", blockedBy: [] });
    expect(token?.status).toEqual([expect.stringContaining("> They can be taken back.")]);
    expect(token?.replies).toHaveLength(3);
    expect(name?.status).toEqual([expect.stringContaining("in {named}")]);
    expect(looks).toMatchObject({ state: "closed as not_planned", status: [] });
    expect(footer).toMatchObject({
      labels: ["kind:task", "status:ready"],
      blockedBy: ["{style}"],
      status: [],
    });
    expect(named).toMatchObject({ state: "closed as completed", labels: ["kind:answer"] });
  });
});

describe("lost and shuffled deliveries", () => {
  test.each([1, 2, 3])(
    "with half of all deliveries lost and the rest shuffled (seed %i), one sweep leads to the state of a clean run",
    async (seed) => {
      const bus = await open();
      loseHalf(bus, seed, 400);
      const cast = await play(bus, longStory, seed % 2 === 0 ? bus.settled : undefined);
      await bus.settled();
      bus.hub.faults.clear();
      await bus.sweep();
      await expectCleanEnding(bus, cast);
    },
  );

  test("with every delivery lost and no log of them, one sweep leads to the state of a clean run", async () => {
    const bus = await open();
    bus.hub.faults.add({ on: "delivery", effect: { kind: "drop" } });
    bus.hub.faults.add({ on: "request", match: { path: "^/app/hook/deliveries" }, effect: { kind: "fail" } });
    const cast = await play(bus, longStory);
    await bus.hub.idle();
    await bus.sweep();
    await expectCleanEnding(bus, cast);
  });

  test("S2.104 without any webhook, polling leads to the state of a clean run", async () => {
    const bus = await open({ pollMs: 50 });
    const cast = await play(bus, longStory);
    await expect
      .poll(() => takePicture(bus.as("maria"), cast), { timeout: 20_000, interval: 100 })
      .toMatchObject({
        picture: clean,
        wakes: { twins: [], asleep: [] },
      });
  });
});

/** How many stories the property is checked with. `npm run long` sets it higher. */
const wantedRuns = Number(process.env.SIGNALBOX_DELIVERY_ORDERS ?? 10);
/** Minimum number of stories, however slow the machine; after that the time limit ends it. */
const leastRuns = 5;
const timeLimitMs = Math.max(60_000, wantedRuns * 5_000);
/** Both questions and their answers, without the blocker that is closed and reopened. */
const shorter = longStory.slice(0, 11);
const atOnce = 8;

describe("permuted and duplicated deliveries", () => {
  test("B01 B02 any permutation and duplication of the story's deliveries leads to the state of a clean run, with one effect each", {
    timeout: 2 * timeLimitMs,
  }, async () => {
    const bus = await open({ keepsDeliveries: true });
    const { received } = bus.testHub;
    const deliver = async (at: number, isReplay: boolean): Promise<void> => {
      const delivery = need(received[at]);
      const guid = isReplay ? randomUUID() : delivery.guid;
      expect(await handOn(bus.server().url, delivery, guid)).toBeLessThan(300);
    };

    /**
     * Delivers everything recorded since `from`, in some order, some of it twice. @returns the number of
     * deliveries
     */
    async function deliverRest(from: number, seed: number): Promise<number> {
      const { length } = received;
      const rest = Array.from({ length: length - from }, (_, at) => from + at);
      const order = shuffle([...rest, ...rest.filter((at) => (at + seed) % 4 === 0)], seed);
      for (let at = 0; at < order.length; at += atOnce)
        await Promise.all(order.slice(at, at + atOnce).map((one) => deliver(one, false)));
      await bus.settled();
      return length;
    }

    let expected: Picture | undefined;
    let runs = 0;
    const pick = fc.record({ at: fc.nat({ max: 10_000 }), isReplay: fc.boolean() });
    const hearing = fc.array(fc.array(pick, { maxLength: 3 }), {
      minLength: shorter.length,
      maxLength: shorter.length,
    });
    await fc.assert(
      fc.asyncProperty(hearing, fc.nat(), async (heard, seed) => {
        received.splice(0);
        const cast = await play(bus, shorter, async (step) => {
          await bus.hub.idle();
          for (const { at, isReplay } of heard[step] ?? []) await deliver(at % received.length, isReplay);
        });
        await bus.hub.idle();
        for (let done = 0; done < received.length; done = await deliverRest(done, seed));
        const { picture, wakes } = await takePicture(bus.as("maria"), cast);
        expected ??= picture;
        expect(picture).toEqual(expected);
        expect(wakes).toMatchObject({ twins: [], asleep: [] });
        runs += 1;
      }),
      {
        numRuns: wantedRuns,
        seed: 20_260_101,
        examples: [[shorter.map((_, step) => [{ at: step, isReplay: false }]), 0]],
        endOnFailure: true,
        interruptAfterTimeLimit: timeLimitMs,
      },
    );
    expect(runs).toBeGreaterThanOrEqual(leastRuns);
    expect(expected?.issues.login?.labels).toEqual(["kind:task", "status:ready"]);
  });
});

function need<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("Nothing was delivered there.");
  return value;
}

/** Everything the index holds about the story, as the board shows it. */
function cards(bus: TestBus, cast: Cast): Promise<readonly unknown[]> {
  const { board } = bus.server();
  return Promise.all([...cast.keys()].map((name) => board.card("acme", "demo", numberOf(cast, name))));
}

async function askForRebuild(bus: TestBus): Promise<unknown> {
  const contact = readContact(bus.home);
  const response = await fetch(`${contact?.url}/control/rebuild`, {
    method: "POST",
    headers: { authorization: `Bearer ${contact?.token}` },
  });
  return response.json();
}

describe("a rebuild", () => {
  test("S4.3 a rebuild finds no difference, and an index built from GitHub alone holds the same facts and writes nothing", async () => {
    const bus = await open();
    const cast = await play(bus, longStory, bus.settled);
    expect(await askForRebuild(bus)).toEqual({ repositories: 1, issues: cast.size, differences: [] });
    await bus.settled();
    const held = await cards(bus, cast);
    let writes = 0;
    await bus.stopServer();
    await loseIndex(bus.home);
    rmSync(bus.home, { recursive: true });
    bus.hub.observe((seen) => {
      if (seen.kind === "delivery") writes += 1;
    });
    await bus.startServer();
    expect(await cards(bus, cast)).toEqual(held);
    expect(await askForRebuild(bus)).toEqual({ repositories: 1, issues: cast.size, differences: [] });
    await bus.settled();
    expect(await cards(bus, cast)).toEqual(held);
    expect(writes).toBe(0);
    await expectCleanEnding(bus, cast);
  });

  test("E10 a rebuild from GitHub alone does not recreate an edge that a person removed while signalbox was down", async () => {
    const bus = await open();
    const cast = await play(bus, longStory.slice(0, 3), bus.settled);
    const [page, token, login] = ["page", "token", "login"].map((name) => numberOf(cast, name));
    await bus.stopServer();
    await loseIndex(bus.home);
    rmSync(bus.home, { recursive: true });
    const maria = bus.as("maria");
    await maria.unblock(page ?? 0, login ?? 0);
    await maria.unblock(login ?? 0, token ?? 0);
    await bus.startServer();
    await bus.settled();
    await bus.sweep();
    for (const task of [page, login]) {
      expect(await maria.blockers(task ?? 0)).toEqual([]);
      expect((await maria.see(task ?? 0)).labels).toEqual(["kind:task", "status:ready"]);
    }
  });
});
