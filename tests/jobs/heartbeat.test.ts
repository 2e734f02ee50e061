/** What a worker does when PostgreSQL is silent or the machine stood still, on clocks that the test sets. */
import { describe, expect, test } from "vitest";
import type { Clock } from "../../src/base/clock.ts";
import { type Logger, silentLogger } from "../../src/base/logger.ts";
import type { NextTime } from "../../src/dispatcher/ports/tenure.ts";
import type { Claim, Claims } from "../../src/jobs/claims.ts";
import type { Tenure } from "../../src/jobs/held-installation.ts";
import { createWorker } from "../../src/jobs/worker.ts";
import { createOutageLog } from "../../src/server/log/outage-log.ts";
import { isUnavailable } from "../../src/store/postgres/database/failure.ts";
import { manualClock } from "../support/manual-clock.ts";

const claim: Claim = { installationId: 1, job: "job", attempt: 0 };
const ours: ReadonlySet<string> = new Set(["job"]);
const never = new Promise<never>(() => {});

/** Lets everything happen that waits for no clock. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
}

async function serving({
  busyRatio = 0,
  due = async (): Promise<readonly number[]> => [],
  serves = (_: Tenure): void => {},
  logAs = (log: Logger, _: Clock): Logger => log,
} = {}) {
  const steady = manualClock(0);
  let offsetMs = 1_000_000;
  const clock: Clock = { now: () => steady.peek() + offsetMs, sleep: steady.sleep };
  let beat: () => Promise<ReadonlySet<string> | undefined> = async () => ours;
  let given: readonly Claim[] = [claim];
  let answered: Promise<void> | undefined;
  const [beats, ends]: [number[], NextTime[]] = [[], []];
  const warnings: string[] = [];
  const log: Logger = {
    ...silentLogger,
    warn: ({ operation = "" }, message) => void warnings.push(`${message}: ${operation}`),
  };
  const logger = logAs(log, clock);
  let signal: AbortSignal | undefined;
  const claims: Claims = {
    send: async () => {},
    fetch: async () => {
      const found = given;
      given = [];
      await answered;
      return found;
    },
    touch: (held, within) => {
      if (within !== undefined) return Promise.resolve(ours);
      beats.push(held.length);
      return beat();
    },
    complete: async () => true,
    stop: async () => {},
  };
  const worker = createWorker({
    ...{ claims, clock, monotonic: steady.peek, busyRatio: () => busyRatio, logger },
    table: {
      due,
      readWakeUps: async () => 0,
      take: async (_, isHeld) =>
        (await isHeld({ executeSql: () => never }))
          ? { token: 1, wakeUps: 0, failures: 0, waitMs: 0 }
          : undefined,
      end: async (_, next) => {
        ends.push(next);
        return "ended";
      },
      announce: async () => {},
    },
    serve: async (tenure) => {
      ({ signal } = tenure);
      serves(tenure);
      await new Promise<void>((resolve) =>
        tenure.signal.addEventListener("abort", () => resolve(), { once: true }),
      );
      return 0;
    },
  });
  worker.start();
  await settled();
  return {
    ...{ worker, beats, ends, warnings },
    /** pg-boss gives out another installation, and says so only when `answer` resolves. */
    givesSlowly: (next: Claim, answer: Promise<void>) => {
      given = [next];
      answered = answer;
    },
    givesAgain: () => {
      given = [{ ...claim, attempt: claim.attempt + 1 }];
      worker.wake([2]);
    },
    isEnded: () => signal?.aborted,
    heartbeats: (next: typeof beat) => {
      beat = next;
    },
    /** The wall clock is set. */
    setWallBy: (ms: number) => {
      offsetMs += ms;
    },
    pass: async (ms: number) => {
      for (let left = ms; left > 0; left -= 500) {
        steady.advance(Math.min(500, left));
        await settled();
      }
    },
    /** Nothing runs meanwhile. */
    standStill: async (ms: number) => {
      steady.advance(ms);
      await settled();
    },
  };
}

describe("a worker's heartbeats", () => {
  test("keep its tenures", async () => {
    const story = await serving();
    await story.pass(60_000);
    expect(story.isEnded()).toBe(false);
    expect(story.worker.mayWrite(1)).toBe(true);
    expect(story.worker.mayWrite(2)).toBe(false);
    expect(story.worker.status()).toMatchObject({ tenures: [1], lost: 0 });
    expect(story.beats.length).toBeGreaterThanOrEqual(19);
  });

  for (const [name, beat] of [
    ["get no answer", () => never],
    ["fail", () => Promise.reject(new Error("PostgreSQL is unavailable"))],
  ] as const)
    test(`that ${name} begin no write after 5 s, and end the tenure after 10 s`, async () => {
      const story = await serving();
      await story.pass(3_500);
      story.heartbeats(beat);
      await story.pass(3_500);
      expect([story.isEnded(), story.worker.mayWrite(1)]).toEqual([false, true]);
      await story.pass(2_000);
      expect([story.isEnded(), story.worker.mayWrite(1)]).toEqual([false, false]);
      await story.pass(5_000);
      expect(story.isEnded()).toBe(true);
      expect(story.ends).toEqual([]);
      expect(story.worker.status()).toMatchObject({ tenures: [], lost: 1, heartbeatAgeMs: undefined });
    });

  test("that do not say which jobs are left end the tenure", async () => {
    const story = await serving();
    story.heartbeats(async () => undefined);
    await story.pass(3_500);
    expect(story.isEnded()).toBe(true);
  });

  test("renew nothing after the process stood still for too long", async () => {
    const story = await serving();
    await story.pass(3_500);
    const before = story.beats.length;
    await story.standStill(15_000);
    expect(story.isEnded()).toBe(true);
    await story.pass(10_000);
    expect(story.beats).toHaveLength(before);
  });

  test("renew nothing after the machine slept, when only the wall clock has gone on", async () => {
    const story = await serving();
    story.setWallBy(15_000);
    expect(story.worker.mayWrite(1)).toBe(false);
    await story.pass(1_000);
    expect(story.isEnded()).toBe(true);
  });

  test("go on when the wall clock is set back", async () => {
    const story = await serving();
    story.setWallBy(-600_000);
    await story.pass(30_000);
    expect([story.isEnded(), story.worker.mayWrite(1)]).toEqual([false, true]);
  });

  test("that came too late end what the tenure was about to write, although the same worker gets the installation again", async () => {
    const gate = Promise.withResolvers<void>();
    const answers: (boolean | undefined)[] = [];
    let mayWrite: (() => boolean) | undefined;
    const work = async (at: number): Promise<void> => {
      await gate.promise;
      answers[at] = mayWrite?.();
    };
    let [served, onWakeUp] = [0, 0];
    const story = await serving({
      serves: (tenure) => {
        const at = served++;
        void work(at);
        tenure.onWakeUp(() => {
          onWakeUp = at;
          answers[at + 2] = mayWrite?.();
        });
      },
    });
    mayWrite = () => story.worker.mayWrite(1);
    await story.standStill(15_000);
    await story.pass(500);
    expect(story.isEnded()).toBe(true);
    story.givesAgain();
    await settled();
    expect([served, story.isEnded()]).toEqual([2, false]);
    gate.resolve();
    story.worker.wake([1]);
    await settled();
    expect(answers.slice(0, 2)).toEqual([false, true]);
    expect([onWakeUp, answers[3]]).toEqual([1, true]);
  });

  test("do not keep a drain waiting, which hands the installation on", async () => {
    const story = await serving();
    const drained = story.worker.drain(5_000);
    await settled();
    expect(story.ends).toEqual([{ type: "handed on" }]);
    await drained;
    expect(story.worker.status().lost).toBe(0);
  });
});

test("a worker says once that PostgreSQL does not answer, however long it is away", async () => {
  let isUnavailable = false;
  const fails = () => Promise.reject(new Error("PostgreSQL is unavailable"));
  const story = await serving({ due: () => (isUnavailable ? fails() : Promise.resolve([])) });
  isUnavailable = true;
  story.heartbeats(fails);
  await story.pass(60_000);
  const away = "the job queue cannot be used, will retry";
  const said = story.warnings.filter((each) => each.startsWith(away));
  expect(said).toEqual([`${away}: due`, `${away}: heartbeat`]);
});

test("a worker that loses its tenures to an outage says that PostgreSQL went away, that it is back, and no more", async () => {
  let isDown = false;
  const refused = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
  const ask = async <T>(answer: T): Promise<T> => {
    if (isDown) throw refused;
    return answer;
  };
  const story = await serving({
    due: () => ask([]),
    logAs: (log, clock) => createOutageLog(log, { isUnavailable, probe: () => ask(1), clock }).logger,
  });
  story.heartbeats(() => ask(ours));
  isDown = true;
  await story.pass(30_000);
  expect(story.worker.status()).toMatchObject({ tenures: [], lost: 1 });
  isDown = false;
  await story.pass(5_000);
  expect(story.warnings).toEqual([
    "PostgreSQL does not respond. The work waits for it.: ",
    "PostgreSQL responds again, and the work goes on.: ",
  ]);
});

test("a drain hands on what was being given out when it began", async () => {
  const story = await serving();
  const answer = Promise.withResolvers<void>();
  story.givesSlowly({ installationId: 2, job: "job", attempt: 0 }, answer.promise);
  story.worker.wake([2]);
  await settled();
  let isDrained = false;
  const drained = story.worker.drain(20_000).then(() => {
    isDrained = true;
  });
  await settled();
  expect(story.ends).toEqual([{ type: "handed on" }]);
  expect(isDrained).toBe(false);
  answer.resolve();
  await drained;
  expect(story.ends).toEqual([{ type: "handed on" }, { type: "handed on" }]);
});

test("a worker whose event loop is busy takes nothing", async () => {
  const story = await serving({ busyRatio: 0.8 });
  await story.pass(5_000);
  expect(story.worker.status().tenures).toEqual([]);
});
