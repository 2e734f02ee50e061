/** When the main loop wakes up. */
import { expect, test } from "vitest";
import { type Clock, systemClock } from "../../src/base/clock.ts";
import { silentLogger } from "../../src/base/logger.ts";
import { WorkLoop } from "../../src/dispatcher/work-loop.ts";
import type { RepositoryId } from "../../src/engine/model/fact.ts";

/** A loop over a queue of repositories, with passes that last until they are ended. */
function loop() {
  /** Since when each is due. */
  const due = new Map<RepositoryId, number>();
  const passes: RepositoryId[] = [];
  const ends = new Map<RepositoryId, () => void>();
  const failing = new Set<RepositoryId>();
  const sleeps: number[] = [];
  let planned = 0;
  let asked = 0;
  let held: { readonly given: Promise<void>; readonly asked: () => void } | undefined;
  const clock: Clock = {
    ...systemClock,
    sleep: (ms, signal) => {
      sleeps.push(ms);
      return systemClock.sleep(ms, signal);
    },
  };
  const dispatcher = new WorkLoop(
    {
      find: async (now) => {
        asked += 1;
        const repositories = [...due].flatMap(([id, at]) => (at <= now ? id : []));
        const holding = held;
        held = undefined;
        holding?.asked();
        await holding?.given;
        return { repositories, installations: [] };
      },
      nextDueAt: async () => {
        planned += 1;
        return Math.min(...due.values());
      },
    },
    {
      waitsForTurn: () => false,
      reconcile: async (repositoryId) => {
        passes.push(repositoryId);
        if (failing.has(repositoryId)) throw new Error("It fails, and stays due.");
        due.delete(repositoryId);
        await new Promise<void>((resolve) => ends.set(repositoryId, resolve));
      },
    },
    { perform: async () => {} },
    {
      pace: { failures: { firstMs: 1_000, maxMs: 1_000 }, repositoriesAtOnce: 4, installationsAtOnce: 1 },
      runtime: { clock, random: () => 0, logger: silentLogger },
    },
  );
  return {
    dispatcher,
    passes,
    sleeps,
    failing,
    /** How often the store was asked when more is due. */
    planned: () => planned,
    /** How often the store was asked what is due. */
    asked: () => asked,
    /** More becomes due by itself, without a wake-up. */
    plan: (repositoryId: RepositoryId, at: number): void => void due.set(repositoryId, at),
    /** The next answer of the store is given only when the returned function is called. */
    holdAnswer: () => {
      const asked = Promise.withResolvers<void>();
      const given = Promise.withResolvers<void>();
      held = { given: given.promise, asked: asked.resolve };
      return { asked: asked.promise, give: given.resolve };
    },
    arrive: (repositoryId: RepositoryId): void => {
      due.set(repositoryId, systemClock.now());
      dispatcher.wake(repositoryId);
    },
    end: (repositoryId: RepositoryId): void => ends.get(repositoryId)?.(),
  };
}

/** Waits until all is done. */
function waiting(dispatcher: WorkLoop) {
  let isIdle = false;
  const done = dispatcher.idle().then(() => {
    isIdle = true;
  });
  return { idle: done, isIdle: () => isIdle };
}

test("what comes for a repository during its pass is found at its end, without asking the store before", async () => {
  const { dispatcher, passes, sleeps, arrive, end } = loop();
  const stopping = new AbortController();
  const running = dispatcher.run(stopping.signal);
  arrive("R_1");
  await expect.poll(() => passes).toEqual(["R_1"]);
  // While a pass runs, the loop is woken after a short sleep.
  const before = sleeps.length;
  arrive("R_1");
  expect(sleeps.length).toBe(before);
  arrive("R_2");
  expect(sleeps.length).toBe(before + 1);
  await expect.poll(() => passes).toEqual(["R_1", "R_2"]);
  end("R_1");
  await expect.poll(() => passes).toEqual(["R_1", "R_2", "R_1"]);
  stopping.abort();
  end("R_1");
  end("R_2");
  await running;
});

test("while a pass runs, the loop looks for work, and does not ask when more is due", async () => {
  const { dispatcher, passes, sleeps, planned, arrive, end } = loop();
  const stopping = new AbortController();
  const running = dispatcher.run(stopping.signal);
  await expect.poll(() => sleeps).toEqual([60_000]);
  expect(planned()).toBe(1);
  arrive("R_1");
  await expect.poll(() => sleeps.filter((ms) => ms === 1_000).length, { timeout: 5_000 }).toBeGreaterThan(2);
  expect([passes, planned()]).toEqual([["R_1"], 1]);
  end("R_1");
  await expect.poll(planned).toBe(2);
  stopping.abort();
  await running;
});

test("nobody who waits until all is done asks the store again what the loop has asked it", async () => {
  const { dispatcher, passes, asked, arrive, end } = loop();
  const stopping = new AbortController();
  const running = dispatcher.run(stopping.signal);
  await dispatcher.idle();
  expect(asked()).toBe(1);
  arrive("R_1");
  await expect.poll(() => passes).toEqual(["R_1"]);
  expect(asked()).toBe(2);
  const idle = Promise.all([dispatcher.idle(), dispatcher.idle()]);
  end("R_1");
  await idle;
  await dispatcher.idle();
  expect(asked()).toBe(3);
  stopping.abort();
  await running;
});

test("what comes due by itself is found before anybody is told that all is done", async () => {
  const { dispatcher, passes, plan, end } = loop();
  const stopping = new AbortController();
  const at = systemClock.now() + 50;
  plan("R_1", at);
  const running = dispatcher.run(stopping.signal);
  await dispatcher.idle();
  expect(passes).toEqual([]);
  while (systemClock.now() < at) await systemClock.sleep(5);
  const { idle, isIdle } = waiting(dispatcher);
  await expect.poll(() => passes).toEqual(["R_1"]);
  expect(isIdle()).toBe(false);
  end("R_1");
  await idle;
  stopping.abort();
  await running;
});

test("idle waits for a pass that started while the store was asked", async () => {
  const { dispatcher, passes, failing, holdAnswer, arrive, end } = loop();
  const stopping = new AbortController();
  const running = dispatcher.run(stopping.signal);
  // While something is due and waits after a failure, the loop has no answer that idle could repeat.
  failing.add("R_1");
  arrive("R_1");
  await dispatcher.idle();
  expect(passes).toEqual(["R_1"]);
  const answer = holdAnswer();
  const { idle, isIdle } = waiting(dispatcher);
  await answer.asked;
  arrive("R_2");
  await expect.poll(() => passes).toEqual(["R_1", "R_2"]);
  answer.give();
  await new Promise((resolve) => setImmediate(resolve));
  expect(isIdle()).toBe(false);
  end("R_2");
  await idle;
  stopping.abort();
  await running;
});

test("after the loop has ended, the store is asked", async () => {
  const { dispatcher, asked } = loop();
  const stopping = new AbortController();
  const running = dispatcher.run(stopping.signal);
  await dispatcher.idle();
  stopping.abort();
  await running;
  dispatcher.wake();
  await dispatcher.idle();
  expect(asked()).toBe(2);
});
