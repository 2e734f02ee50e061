/** What a worker does when PostgreSQL is silent or the machine stood still, on clocks that the test sets. */
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { Clock } from "../../src/base/clock.ts";
import { type Logger, silentLogger } from "../../src/base/logger.ts";
import type { NextTime } from "../../src/dispatcher/ports/tenure.ts";
import { countHandOffs, type OtherWorker } from "../../src/jobs/count-hand-offs.ts";
import type { Tenure } from "../../src/jobs/held-installation.ts";
import type { TenureJob } from "../../src/jobs/job-queue.ts";
import { Worker, type WorkerParts } from "../../src/jobs/worker.ts";
import { otherWorkers } from "../../src/server/cluster/other-workers.ts";
import { createOutageLog } from "../../src/server/log/outage-log.ts";
import { isUnavailable } from "../../src/store/postgres/database/failure.ts";
import type { KnownProcess } from "../../src/store/shape/processes.ts";
import { silentGitHub } from "../github/silent-github.ts";
import { installationId as atGitHub, world } from "../github/world.ts";
import { manualClock } from "../support/manual-clock.ts";

const job: TenureJob = { installationId: 1, jobId: "job", attempt: 0 };
const ours: ReadonlySet<string> = new Set(["job"]);
const never = new Promise<never>(() => {});

/** Runs everything that does not wait for the clock. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
}

async function serving({
  busyRatio = 0,
  due = async (): Promise<readonly number[]> => [],
  serves = (_: Tenure): void => {},
  rests = (_: number): boolean => false,
  logAs = (log: Logger, _: Clock): Logger => log,
  others = async (): Promise<readonly OtherWorker[]> => [],
  endsAfter = Promise.resolve(),
} = {}) {
  const steady = manualClock(0);
  let offsetMs = 1_000_000;
  const clock: Clock = { now: () => steady.peek() + offsetMs, sleep: steady.sleep };
  let beat: () => Promise<ReadonlySet<string> | undefined> = async () => ours;
  let busy = busyRatio;
  let given: readonly TenureJob[] = [job];
  let givesNothing = false;
  let answered: Promise<void> | undefined;
  const [beats, ends]: [number[], NextTime[]] = [[], []];
  const warnings: string[] = [];
  const log: Logger = {
    ...silentLogger,
    warn: ({ operation = "" }, message) => void warnings.push(`${message}: ${operation}`),
  };
  const logger = logAs(log, clock);
  let signal: AbortSignal | undefined;
  const jobQueue: WorkerParts["jobQueue"] = {
    send: async () => {},
    fetch: async (limit) => {
      if (givesNothing) throw new Error("PostgreSQL is unavailable");
      const found = given.slice(0, limit);
      given = given.slice(limit);
      await answered;
      return found;
    },
    touch: (held, within) => {
      if (within !== undefined) return Promise.resolve(ours);
      beats.push(held.length);
      return beat();
    },
    complete: async () => true,
  };
  const worker = new Worker({
    jobQueue,
    clock,
    monotonic: steady.peek,
    busyRatio: () => busy,
    others,
    logger,
    table: {
      due,
      acknowledgeWakeUps: async () => 0,
      take: async (_, isJobOurs) =>
        (await isJobOurs({ executeSql: () => never }))
          ? { token: 1, wakeUps: 0, failures: 0, waitMs: 0 }
          : undefined,
      end: async (_, next) => {
        await endsAfter;
        ends.push(next);
        return "ended";
      },
      announce: async () => {},
    },
    serve: async (tenure) => {
      ({ signal } = tenure);
      serves(tenure);
      const leaving = AbortSignal.any([tenure.signal, tenure.handOff]);
      await new Promise<void>((resolve) => {
        leaving.addEventListener("abort", () => resolve(), { once: true });
        if (rests(tenure.installationId)) tenure.reportIdle(resolve);
      });
      return 0;
    },
  });
  worker.start();
  await settled();
  return {
    worker,
    beats,
    ends,
    warnings,
    /** pg-boss gives out another installation, and says so only when `answer` resolves. */
    givesSlowly: (next: TenureJob, answer: Promise<void>) => {
      given = [next];
      answered = answer;
    },
    gives: (installations: readonly number[]) => {
      given = installations.map((installationId) => ({ ...job, installationId }));
      worker.wake(installations);
    },
    refusesToGive: (refuses: boolean) => {
      givesNothing = refuses;
    },
    busy: (ratio: number) => {
      busy = ratio;
    },
    givesAgain: () => {
      given = [{ ...job, attempt: job.attempt + 1 }];
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
  test("heartbeats that succeed keep a worker's tenures", async () => {
    const story = await serving();
    await story.pass(60_000);
    expect(story.isEnded()).toBe(false);
    expect(story.worker.mayWrite(1)).toBe(true);
    expect(story.worker.mayWrite(2)).toBe(false);
    expect(story.worker.status()).toMatchObject({ tenures: [1], lostLastHour: 0 });
    expect(story.beats.length).toBeGreaterThanOrEqual(19);
  });

  for (const [name, beat] of [
    ["get no answer", () => never],
    ["fail", () => Promise.reject(new Error("PostgreSQL is unavailable"))],
  ] as const)
    test(`while heartbeats ${name}, no write starts after 5 s, and the tenure ends after 10 s`, async () => {
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
      expect(story.worker.status()).toMatchObject({
        tenures: [],
        lostLastHour: 1,
        heartbeatAgeMs: undefined,
      });
    });

  test("a heartbeat whose answer does not list the jobs ends the tenure", async () => {
    const story = await serving();
    story.heartbeats(async () => undefined);
    await story.pass(3_500);
    expect(story.isEnded()).toBe(true);
  });

  test("a heartbeat renews no job after the process was suspended for too long", async () => {
    const story = await serving();
    await story.pass(3_500);
    const before = story.beats.length;
    await story.standStill(15_000);
    expect(story.isEnded()).toBe(true);
    await story.pass(10_000);
    expect(story.beats).toHaveLength(before);
  });

  test("a heartbeat renews no job after the machine slept, when only the wall clock has advanced", async () => {
    const story = await serving();
    story.setWallBy(15_000);
    expect(story.worker.mayWrite(1)).toBe(false);
    await story.pass(1_000);
    expect(story.isEnded()).toBe(true);
  });

  test("heartbeats continue when the wall clock is set back", async () => {
    const story = await serving();
    story.setWallBy(-600_000);
    await story.pass(30_000);
    expect([story.isEnded(), story.worker.mayWrite(1)]).toEqual([false, true]);
  });

  test("a heartbeat that came too late aborts the tenure's writes, although the same worker gets the installation again", async () => {
    const gate = Promise.withResolvers<void>();
    const answers: (boolean | undefined)[] = [];
    let mayWrite: (() => boolean) | undefined;
    const work = async (at: number): Promise<void> => {
      await gate.promise;
      answers[at] = mayWrite?.();
    };
    let served = 0;
    let onWakeUp = 0;
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

  test("a drain does not wait for heartbeats, and releases an installation that is still due", async () => {
    const story = await serving();
    const drained = story.worker.drain(5_000);
    await settled();
    expect(story.ends).toEqual([{ type: "still due" }]);
    await drained;
    expect(story.worker.status().lostLastHour).toBe(0);
  });
});

describe("the write that a tenure has begun", () => {
  /** GitHub does not answer it. */
  const writing = async () => {
    const github = await silentGitHub();
    onTestFinished(github.close);
    const gate = Promise.withResolvers<void>();
    let write = (): Promise<unknown> => never;
    const begun: Promise<unknown>[] = [];
    const tenure = await serving({
      serves: () => {
        const written = gate.promise.then(() => write());
        written.catch(() => {});
        begun.push(written);
      },
    });
    const { worker } = tenure;
    // To the worker, it is installation 1.
    const { client } = world(
      ...(["off", github.root, silentLogger] as const),
      () => worker.mayWrite(1),
      () => worker.writeSignal(1),
    );
    write = () => client.mutate(atGitHub, "mutation { a }", {});
    gate.resolve();
    await github.hears("/graphql");
    const sent = () => github.arrived.filter((each) => each.endsWith("/graphql")).length;
    return { ...tenure, written: begun[0], sent, begun };
  };
  const aborted = {
    failure: {
      type: "unknown",
      message: "The tenure is over: another process may serve the installation by now.",
    },
  };

  test("the write of a tenure continues while heartbeats succeed", async () => {
    const story = await writing();
    await story.pass(60_000);
    expect(story.worker.writeSignal(1)?.aborted).toBe(false);
  });

  test("the write of a tenure is aborted when heartbeats fail for 10 s, and is not repeated", async () => {
    const story = await writing();
    await story.pass(3_500);
    story.heartbeats(() => never);
    await story.pass(9_000);
    expect(story.worker.writeSignal(1)?.aborted).toBe(false);
    await story.pass(1_500);
    await expect(story.written).rejects.toMatchObject(aborted);
    expect(story.sent()).toBe(1);
  });

  test("the write of a tenure is aborted when its job is given out again; that of the next tenure is not", async () => {
    const story = await writing();
    story.givesAgain();
    await expect(story.written).rejects.toMatchObject(aborted);
    await vi.waitFor(() => expect(story.sent()).toBe(2), { timeout: 20_000 });
    expect(story.begun).toHaveLength(2);
    expect(story.worker.writeSignal(1)?.aborted).toBe(false);
  });

  test("the write of a tenure is aborted when the tenure ends without waiting for it", async () => {
    const story = await writing();
    await story.worker.drain(5_000);
    await expect(story.written).rejects.toMatchObject(aborted);
    expect(story.worker.status().lostLastHour).toBe(0);
  });

  for (const [name, release] of [
    ["is done", (resolve: () => void) => resolve()],
    ["takes too long", () => {}],
  ] as const)
    test(`the write of a tenure continues while the tenure ends in order, until that ${name}`, async () => {
      const ending = Promise.withResolvers<void>();
      const story = await serving({ endsAfter: ending.promise });
      const signal = story.worker.writeSignal(1);
      const drained = story.worker.drain(5_000);
      await story.pass(4_500);
      expect([story.isEnded(), signal?.aborted]).toEqual([true, false]);
      release(ending.resolve);
      await story.pass(500);
      await drained;
      expect(signal?.aborted).toBe(true);
    });
});

test("a worker logs once that PostgreSQL does not answer, however long the outage is", async () => {
  let isUnavailable = false;
  const fails = () => Promise.reject(new Error("PostgreSQL is unavailable"));
  const story = await serving({ due: () => (isUnavailable ? fails() : Promise.resolve([])) });
  isUnavailable = true;
  story.heartbeats(fails);
  await story.pass(60_000);
  const away = "a routine of the worker failed, will retry";
  const said = story.warnings.filter((each) => each.startsWith(away));
  expect(said).toEqual([`${away}: poll`, `${away}: heartbeat`]);
});

test("a worker that loses its tenures to an outage logs the start and the end of the outage, and nothing else", async () => {
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
  expect(story.worker.status()).toMatchObject({ tenures: [], lostLastHour: 1 });
  isDown = false;
  await story.pass(5_000);
  expect(story.warnings).toEqual([
    "PostgreSQL does not respond. The work waits for it.: ",
    "PostgreSQL responds again, and the work goes on.: ",
  ]);
});

test("a drain releases installations whose jobs were being fetched when it began", async () => {
  const story = await serving();
  const answer = Promise.withResolvers<void>();
  story.givesSlowly({ installationId: 2, jobId: "job", attempt: 0 }, answer.promise);
  story.worker.wake([2]);
  await settled();
  let isDrained = false;
  const drained = story.worker.drain(20_000).then(() => {
    isDrained = true;
  });
  await settled();
  expect(story.ends).toEqual([{ type: "still due" }]);
  expect(isDrained).toBe(false);
  answer.resolve();
  await drained;
  expect(story.ends).toEqual([{ type: "still due" }, { type: "still due" }]);
});

test("a worker whose event loop is busy takes no installation", async () => {
  const story = await serving({ busyRatio: 0.8 });
  await story.pass(5_000);
  expect(story.worker.status().tenures).toEqual([]);
});

describe("while all workers are busy", () => {
  test("a busy worker takes an installation that has been due for a second if all workers are busy", async () => {
    const story = await serving({ busyRatio: 0.8, due: async () => [1] });
    await story.pass(500);
    expect(story.worker.status().tenures).toEqual([]);
    await story.pass(1_000);
    expect(story.worker.status().tenures).toEqual([1]);
  });

  test("a busy worker takes all installations that have been due for a second, and no others", async () => {
    const due = Array.from({ length: 20 }, (_, at) => at + 1);
    const story = await serving({ busyRatio: 0.8, due: async () => due });
    story.gives([...due, 21, 22]);
    await story.pass(500);
    expect(story.worker.status().tenures).toEqual([]);
    await story.pass(1_000);
    expect(story.worker.status().tenures).toHaveLength(due.length);
  });

  test("a busy worker does not replace installations that another worker took by others that are due later", async () => {
    const due = Array.from({ length: 20 }, (_, at) => at + 1);
    const story = await serving({ busyRatio: 0.8, due: async () => due });
    story.gives(due.slice(0, 3));
    await story.pass(1_500);
    expect(story.worker.status().tenures).toEqual([1, 2, 3]);
    story.gives([50]);
    await settled();
    expect(story.worker.status().tenures).toEqual([1, 2, 3]);
  });

  test("a busy worker takes no installation once it cannot read which are due", async () => {
    let due = [1, 2, 3];
    let fails = false;
    const story = await serving({
      busyRatio: 0.8,
      due: async () => {
        if (fails) throw new Error("PostgreSQL is unavailable");
        return due;
      },
    });
    story.refusesToGive(true);
    await story.pass(1_500);
    fails = true;
    await story.pass(1_000);
    story.refusesToGive(false);
    story.gives([1, 2, 3]);
    await settled();
    expect(story.worker.status().tenures).toEqual([]);
    // Due again since then: another worker may have served them meanwhile.
    [due, fails] = [[1, 2], false];
    await story.pass(1_000);
    expect(story.worker.status().tenures).toEqual([]);
    await story.pass(1_000);
    expect(story.worker.status().tenures).toEqual([1, 2]);
  });

  test("a busy worker leaves an installation to a worker that takes it sooner", async () => {
    let polls = 0;
    const story = await serving({ busyRatio: 0.8, due: async () => [++polls] });
    await story.pass(5_000);
    expect(story.worker.status().tenures).toEqual([]);
  });
});

describe("a worker that serves as many installations as it can", () => {
  const serveAll = async (rests = (id: number): boolean => id <= 10) => {
    let due: readonly number[] = [];
    const tenures = new Map<number, Tenure>();
    const serves = (tenure: Tenure): void => void tenures.set(tenure.installationId, tenure);
    let isAway = false;
    const story = await serving({
      due: async () => {
        if (isAway) throw new Error("PostgreSQL is unavailable");
        return due;
      },
      rests,
      serves,
    });
    story.gives(Array.from({ length: 63 }, (_, at) => at + 2));
    await settled();
    expect(story.worker.status().tenures).toHaveLength(64);
    due = [100, 101, 102];
    const goesAway = (): void => {
      isAway = true;
    };
    return { ...story, tenures, goesAway };
  };

  test("a full worker ends as many idle tenures as installations have waited for a second", async () => {
    const story = await serveAll();
    await story.pass(1_000);
    expect(story.ends).toEqual([]);
    await story.pass(1_000);
    expect(story.ends.map(({ type }) => type)).toEqual(["quiet", "quiet", "quiet"]);
    expect(story.worker.status().tenures).not.toContain(3);
    expect(story.worker.status().tenures).toContain(4);
    await story.pass(5_000);
    expect(story.ends).toHaveLength(3);
  });

  test("a full worker ends no tenure for installations that waited before an outage of PostgreSQL", async () => {
    const story = await serveAll(() => false);
    await story.pass(2_000);
    story.goesAway();
    await story.pass(1_000);
    const leave = vi.fn();
    story.tenures.get(5)?.reportIdle(leave);
    expect(leave).not.toHaveBeenCalled();
  });

  test("a full worker takes the waiting installations at once, even if it is busy", async () => {
    const story = await serveAll();
    story.busy(0.8);
    await story.pass(500);
    story.gives([100, 101, 102]);
    await story.pass(1_500);
    expect(story.ends).toHaveLength(3);
    expect(story.worker.status().tenures).toEqual(expect.arrayContaining([100, 101, 102]));
  });
});

test("a worker with room for more keeps its idle tenures", async () => {
  const story = await serving({ due: async () => [100], rests: () => true });
  await story.pass(10_000);
  expect(story.ends).toEqual([]);
});

describe("a busy worker hands off", () => {
  const serveSix = async (others: readonly OtherWorker[]) => {
    const story = await serving({ others: async () => others });
    story.gives([2, 3, 4, 5, 6]);
    await settled();
    expect(story.worker.status().tenures).toEqual([1, 2, 3, 4, 5, 6]);
    story.busy(0.8);
    await story.pass(10_000);
    return story;
  };

  test("a busy worker hands off what exceeds its share if another worker has time", async () => {
    const story = await serveSix([{ tenures: 1, isBusy: false }]);
    expect(story.worker.status().tenures).toEqual([3, 4, 5, 6]);
    expect(story.ends).toEqual([{ type: "still due" }, { type: "still due" }]);
  });

  test("a busy worker hands off nothing if the others are busy as well", async () => {
    const story = await serveSix([{ tenures: 1, isBusy: true }]);
    expect(story.ends).toEqual([]);
  });
});

test("a worker with time for all of its installations keeps them", async () => {
  const story = await serving({ others: async () => [{ tenures: 0, isBusy: false }] });
  story.gives([2, 3]);
  await story.pass(20_000);
  expect(story.worker.status().tenures).toEqual([1, 2, 3]);
});

test("the share of a busy worker is the average of itself and the workers that have time", () => {
  const free = (tenures: number): OtherWorker => ({ tenures, isBusy: false });
  const busy: OtherWorker = { tenures: 0, isBusy: true };
  expect(countHandOffs(11, [free(0)])).toBe(5);
  expect(countHandOffs(6, [free(5)])).toBe(0);
  expect(countHandOffs(10, [free(0), free(10), busy])).toBe(3);
  expect(countHandOffs(4, [free(9)])).toBe(0);
  expect(countHandOffs(11, [])).toBe(0);
});

test("workers report whether they have time; one of a release that does not counts as busy", () => {
  const processOf = (id: string, role: string, report: unknown): KnownProcess => ({
    id,
    role,
    release: "1.0.0",
    startedAt: 0,
    seenAt: 0,
    report: JSON.stringify(report),
  });
  const processes = [
    processOf("a", "worker", { tenures: 3, isBusy: true }),
    processOf("b", "worker", { tenures: 2, fencesLost: 0, isBusy: false }),
    processOf("c", "worker", { tenures: 1, fencesLost: 0 }),
    processOf("d", "web", {}),
  ];
  expect(otherWorkers(processes, "a")).toEqual([
    { tenures: 2, isBusy: false },
    { tenures: 0, isBusy: true },
  ]);
});
