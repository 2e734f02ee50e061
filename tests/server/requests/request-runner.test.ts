import { setImmediate } from "node:timers/promises";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { type Clock, systemClock } from "../../../src/base/clock.ts";
import { UserError } from "../../../src/base/errors.ts";
import { silentLogger } from "../../../src/base/logger.ts";
import { confirmPauses } from "../../../src/server/cluster/confirm-pauses.ts";
import { createAnswerWatch } from "../../../src/server/requests/answer-watch.ts";
import { createOwnerClient, type OwnerClient } from "../../../src/server/requests/owner-client.ts";
import { createRequestRunner, type RequestHandlers } from "../../../src/server/requests/request-runner.ts";
import { PostgresProcesses } from "../../../src/store/postgres/processes.ts";
import { DatabaseUnavailable } from "../../../src/store/shape/database-unavailable.ts";
import { noPostgres } from "../../support/postgres.ts";
import { hearing, type TestProcess, twoProcesses } from "./shared-database.ts";

const unasked = (): never => expect.unreachable();
const handlers: RequestHandlers = {
  look: unasked,
  "pauses changed": unasked,
  rebuild: unasked,
  verify: unasked,
  coordinate: unasked,
  role: unasked,
  suspect: unasked,
};

function runnerOf({ requests }: TestProcess, given: Partial<RequestHandlers>, token = 1) {
  const stopping = new AbortController();
  onTestFinished(() => stopping.abort());
  const runner = createRequestRunner({
    owner: { installationId: 7, token },
    requests,
    handlers: { ...handlers, ...given },
    clock: systemClock,
    logger: silentLogger,
    signal: stopping.signal,
  });
  return { ...runner, stop: () => stopping.abort() };
}

function askersOf({ requests }: TestProcess, pollEveryMs = 10) {
  const find = (ids: readonly number[]) => requests.answersTo(ids);
  const watch = createAnswerWatch({ find, clock: systemClock, pollEveryMs });
  return { ...createOwnerClient({ requests, watch, clock: systemClock }), notify: watch.notify };
}

const wokenTimes = (woken: readonly unknown[], times: number) =>
  vi.waitFor(() => expect(woken).toHaveLength(times), { timeout: 20_000 });

const issue = { owner: "acme", repo: "demo", number: 12 };
const rebuilt = { repositories: 1, issues: 20, differences: [] };

/** Sleeps ten times as fast. */
function tenTimesAsFast({ requests }: TestProcess): OwnerClient["ask"] {
  const clock: Clock = { now: systemClock.now, sleep: (ms, signal) => systemClock.sleep(ms / 10, signal) };
  const find = (ids: readonly number[]) => requests.answersTo(ids);
  return createOwnerClient({ requests, watch: createAnswerWatch({ find, clock }), clock }).ask;
}

const seenWorker = ({ connection }: TestProcess): Promise<void> =>
  new PostgresProcesses(connection).saveHeartbeat({ id: "w", role: "worker", release: "1" }, "{}");

describe.skipIf(noPostgres)("asking the owner of an installation", () => {
  test("a request of a web process is carried out by the owner, and its answer comes back", async () => {
    const { web, worker } = await twoProcesses();
    const refreshed: unknown[] = [];
    const runner = runnerOf(worker, {
      look: async (ref) => {
        refreshed.push(ref);
        return { isFresh: true };
      },
      role: async ({ person }) => ({ found: { role: person.login, isPrivate: true } }),
    });
    const { ask } = askersOf(web);
    const asked = [
      ask("look", [7], issue),
      ask("role", [7], { repositoryId: "R_1", person: { id: "U_1", login: "triage" } }),
    ];
    await wokenTimes(web.woken, 2);
    await runner.serve();
    expect(await Promise.all(asked)).toEqual([
      [{ type: "done", value: { isFresh: true } }],
      [{ type: "done", value: { found: { role: "triage", isPrivate: true } } }],
    ]);
    expect(refreshed).toEqual([issue]);
  });

  test("an answer with a notification arrives at once, not at the next poll", async () => {
    const { url, web, worker } = await twoProcesses();
    const runner = runnerOf(worker, { look: async () => ({ isFresh: false }) });
    const { ask, notify } = askersOf(web, 60_000);
    await hearing(url, notify);
    const asked = ask("look", [7], issue);
    await wokenTimes(web.woken, 1);
    await runner.serve();
    expect(await asked).toEqual([{ type: "done", value: { isFresh: false } }]);
  });

  test("a long request does not delay a short one", async () => {
    const { web, worker } = await twoProcesses();
    const end = Promise.withResolvers<typeof rebuilt>();
    const runner = runnerOf(worker, { rebuild: () => end.promise, look: async () => ({ isFresh: true }) });
    const { ask } = askersOf(web);
    const long = ask("rebuild", [7], {});
    await wokenTimes(web.woken, 1);
    await runner.serve();
    expect(runner.underWay()).toBe(1);
    const short = ask("look", [7], issue);
    await wokenTimes(web.woken, 2);
    await runner.serve();
    expect(await short).toEqual([{ type: "done", value: { isFresh: true } }]);
    end.resolve(rebuilt);
    expect(await long).toEqual([{ type: "done", value: rebuilt }]);
    await runner.idle();
    expect(runner.underWay()).toBe(0);
  });

  test("an error becomes an answer: a UserError with its message, a bug without", async () => {
    const { web, worker } = await twoProcesses();
    const runner = runnerOf(worker, {
      rebuild: () => Promise.reject(new UserError("GitHub is away.")),
      coordinate: () => Promise.reject(new Error("secret path")),
    });
    const { ask } = askersOf(web);
    const asked = [ask("rebuild", [7], {}), ask("coordinate", [7], { what: "status" })];
    await wokenTimes(web.woken, 2);
    await runner.serve();
    expect(await Promise.all(asked)).toEqual([
      [{ type: "failed", why: "GitHub is away." }],
      [{ type: "failed", why: "The worker could not do it. Its log says why." }],
    ]);
  });

  test("an unknown request or answer of another release is reported, and breaks nothing", async () => {
    const { web, worker } = await twoProcesses();
    const runner = runnerOf(worker, { look: async () => ({ isFresh: true }) });
    const asked = await web.requests.ask(
      [
        { installationId: 7, kind: "dance", body: "{}" },
        { installationId: 7, kind: "look", body: '{"owner":7}' },
        { installationId: 7, kind: "look", body: "no JSON" },
        { installationId: 7, kind: "look", body: JSON.stringify(issue) },
      ],
      5_000,
    );
    await runner.serve();
    const answers = [...(await web.requests.answersTo(asked)).values()].map((each) => JSON.parse(each));
    expect(answers.map(({ type, why }) => why ?? type).sort()).toEqual([
      "The worker could not do it. Its log says why.",
      "The worker did not understand the request: it is of another release.",
      "The worker does not know this request: it is of another release.",
      "done",
    ]);
    const { ask } = askersOf(web);
    const odd = ask("look", [7], issue);
    await wokenTimes(web.woken, 2);
    const [taken] = await worker.requests.take({ installationId: 7, token: 1 }, 1);
    const answer = JSON.stringify({ type: "done", value: { fresh: "yes" } });
    await worker.requests.answer({ installationId: 7, token: 1 }, taken?.id ?? 0, answer);
    expect(await odd).toMatchObject([{ type: "unsure" }]);
  });

  test("a request that no worker takes in time fails, and is not started later", async () => {
    const { web, worker } = await twoProcesses();
    // The web process gives up at once; the row's own deadline is later.
    const clock = { ...systemClock, sleep: async () => {} };
    const find = (ids: readonly number[]) => web.requests.answersTo(ids);
    const watch = createAnswerWatch({ find, clock });
    const { ask } = createOwnerClient({ requests: web.requests, watch, clock });
    expect(await ask("look", [7, 8], issue)).toEqual(
      [7, 8].map(() => ({
        type: "failed",
        why: "No worker took it in time. Check that one runs, and try again.",
      })),
    );
    await runnerOf(worker, {}).serve();
  });

  test("a long request that full workers have no room for is carried out once one has room", async () => {
    const { web, worker } = await twoProcesses();
    await seenWorker(worker);
    const asked = tenTimesAsFast(web)("rebuild", [7], {});
    await wokenTimes(web.woken, 1);
    // Longer than an untaken request waits, and longer than the time in which one may be begun unless it is extended.
    await systemClock.sleep(2_500);
    const owner = { installationId: 7, token: 1 };
    const [taken] = await worker.requests.take(owner, 1);
    await worker.requests.answer(owner, taken?.id ?? 0, JSON.stringify({ type: "done", value: rebuilt }));
    expect(await asked).toEqual([{ type: "done", value: rebuilt }]);
  });

  test("for a pause that full workers could not confirm, the answer says that it is stored and when it takes effect", async () => {
    const { web, worker } = await twoProcesses();
    await seenWorker(worker);
    const confirmed = await confirmPauses({ ask: tenTimesAsFast(web) }, [7]);
    expect(confirmed).toEqual({
      type: "stored",
      why: "It is stored, and takes effect where a worker serves the installation. Not confirmed yet: Installation 7: all workers are busy with others, and nothing is written there until one takes it.",
    });
    expect(await worker.requests.take({ installationId: 7, token: 1 }, 1)).toEqual([]);
  });

  test("a short request that full workers have no room for fails, and is not started later", async () => {
    const { web, worker } = await twoProcesses();
    await seenWorker(worker);
    expect(await tenTimesAsFast(web)("look", [7], issue)).toEqual([
      {
        type: "failed",
        isBusy: true,
        why: "All workers are busy with other installations, so it was not begun, and will not be. Try again later, or start another worker.",
      },
    ]);
    expect(await worker.requests.take({ installationId: 7, token: 1 }, 1)).toEqual([]);
  });

  test("requests to more installations than can be served at once wait, as long as the others make progress", async () => {
    const { web, worker } = await twoProcesses();
    const ask = tenTimesAsFast(web);
    const installations = Array.from({ length: 5 }, (_, at) => at + 1);
    const asked = ask("rebuild", installations, {});
    await wokenTimes(web.woken, 1);
    for (const installationId of installations) {
      const owner = { installationId, token: 1 };
      const [taken] = await worker.requests.take(owner, 1);
      await systemClock.sleep(700);
      const reply = { type: "done", value: { ...rebuilt, issues: installationId } };
      await worker.requests.answer(owner, taken?.id ?? 0, JSON.stringify(reply));
    }
    expect(await asked).toEqual(
      installations.map((issues) => ({ type: "done", value: { ...rebuilt, issues } })),
    );
  });

  test("a runner whose tenure has ended starts no request, and the next one takes those that are left", async () => {
    const { web, worker } = await twoProcesses();
    const { ask } = askersOf(web);
    const stuck = runnerOf(worker, { rebuild: () => new Promise(() => {}) });
    const asked = ask("rebuild", [7], {});
    await wokenTimes(web.woken, 1);
    await stuck.serve();
    expect(stuck.underWay()).toBe(1);
    stuck.stop();
    const next = runnerOf(worker, { rebuild: async () => rebuilt }, 2);
    await next.serve();
    expect(await asked).toEqual([{ type: "done", value: rebuilt }]);
  });

  test("more requests than fit at once are all answered", async () => {
    const { web, worker } = await twoProcesses();
    const runner = runnerOf(worker, { look: async () => ({ isFresh: true }) });
    const asked = Array.from({ length: 250 }, () => ({
      installationId: 7,
      kind: "look",
      body: JSON.stringify(issue),
    }));
    const ids = await web.requests.ask(asked, 60_000);
    await runner.serve();
    expect((await web.requests.answersTo(ids)).size).toBe(250);
  });
});

test("a request that never ends is no longer reported as running once its tenure has ended", async () => {
  const stopping = new AbortController();
  let reports = 0;
  let taken = false;
  const runner = createRequestRunner({
    owner: { installationId: 7, token: 1 },
    logger: silentLogger,
    signal: stopping.signal,
    clock: { now: systemClock.now, sleep: () => setImmediate() },
    handlers: { ...handlers, rebuild: () => new Promise(() => {}) },
    requests: {
      take: async () => {
        const first = taken ? [] : [{ id: 1, kind: "rebuild", body: "{}" }];
        taken = true;
        return first;
      },
      saveHeartbeats: async () => {
        reports += 1;
      },
      answer: unasked,
    },
  });
  await runner.serve();
  await vi.waitFor(() => expect(reports).toBeGreaterThan(1));
  stopping.abort();
  const before = reports;
  for (let turn = 0; turn < 20; turn++) await setImmediate();
  expect([reports, runner.underWay()]).toEqual([before, 1]);
});

describe("requests while PostgreSQL is unavailable", () => {
  const away = () => new DatabaseUnavailable("PostgreSQL is away.");
  const done = JSON.stringify({ type: "done", value: rebuilt });

  /** Its sleeps end at once. */
  function instantClock(): Clock {
    let at = 0;
    return {
      now: () => at,
      sleep: async (ms) => {
        at += ms;
        await setImmediate();
      },
    };
  }

  /** @param failures how often the check whether the request is still running fails */
  function longRequest(failures: number, thrown: () => Error) {
    const timeouts: number[] = [];
    let asked = 0;
    let isOver = false;
    const clock = instantClock();
    const { ask } = createOwnerClient({
      clock,
      watch: { wait: async () => (isOver ? done : undefined) },
      requests: {
        ask: async () => [1],
        extendWhileBusy: async () => {
          asked += 1;
          if (asked <= failures) throw thrown();
          return false;
        },
        extend: async (_, ownerTimeoutMs) => {
          timeouts.push(ownerTimeoutMs);
          isOver = true;
          return true;
        },
        withdraw: async () => ({ type: "begun" }),
      },
    });
    return { ask: () => ask("rebuild", [7], {}), timeouts, clock };
  }

  test("a long request survives an outage, which does not count as missing heartbeats", async () => {
    const { ask, timeouts } = longRequest(10, away);
    expect(await ask()).toEqual([{ type: "done", value: rebuilt }]);
    expect(timeouts).toEqual([40_000]);
  });

  test("a long request is given up after an outage of half a minute, and at once after another failure", async () => {
    const endless = longRequest(Infinity, away);
    expect(await endless.ask()).toMatchObject([{ type: "unsure" }]);
    expect(endless.clock.now()).toBe(30_000);
    const defect = longRequest(1, () => new Error("a bug"));
    expect(await defect.ask()).toMatchObject([{ type: "unsure" }]);
    expect(defect.clock.now()).toBe(0);
  });

  test("a worker retries writing an answer until it is stored", async () => {
    const stored: string[] = [];
    let isTaken = false;
    let failures = 3;
    const runner = createRequestRunner({
      owner: { installationId: 7, token: 1 },
      logger: silentLogger,
      clock: instantClock(),
      handlers: { ...handlers, rebuild: async () => rebuilt },
      signal: new AbortController().signal,
      requests: {
        take: async () => {
          const taken = isTaken ? [] : [{ id: 1, kind: "rebuild", body: "{}" }];
          isTaken = true;
          return taken;
        },
        saveHeartbeats: async () => {},
        answer: async (_, __, answer) => {
          failures -= 1;
          if (failures >= 0) throw away();
          stored.push(answer);
        },
      },
    });
    await runner.serve();
    await runner.idle();
    expect(stored).toEqual([done]);
  });
});
