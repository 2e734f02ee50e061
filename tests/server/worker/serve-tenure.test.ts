/** One tenure after another of an installation, with a hub and PostgreSQL. */
import { describe, expect, test, vi } from "vitest";
import { type Clock, systemClock } from "../../../src/base/clock.ts";
import type { Answerer } from "../../../src/coordinator/answers/answerer.ts";
import { createFairGate } from "../../../src/dispatcher/fair-gate.ts";
import type { Tracker } from "../../../src/dispatcher/ports/tracker.ts";
import { nothingPaused, type OwnersPauses } from "../../../src/dispatcher/schedule/pauses.ts";
import type { Tenure } from "../../../src/jobs/held-installation.ts";
import { jsonOf } from "../../../src/server/maintenance/pauses-json.ts";
import { noPostgres, rowsOf } from "../../support/postgres.ts";
import { questionBody } from "../../support/story.ts";
import { openTenures } from "./tenures.ts";

const never = new Promise<never>(() => {});
const startedAt = Date.now();
const speed = 60;
/** A minute takes a second. */
const fast: Clock = {
  now: () => startedAt + (Date.now() - startedAt) * speed,
  sleep: (ms, signal) => systemClock.sleep(ms / speed, signal),
};

/** Writes its answer only once `write` is called. */
function slowAnswerer() {
  const begun = Promise.withResolvers<void>();
  const written = Promise.withResolvers<void>();
  const asked: ("writing" | "written" | "broken off")[] = [];
  const answerer: Answerer = {
    name: "command slow",
    answer: async (_, signal) => {
      const place = asked.push("writing") - 1;
      begun.resolve();
      await Promise.race([
        written.promise,
        new Promise((resolve) => signal.addEventListener("abort", resolve)),
      ]);
      asked[place] = signal.aborted ? "broken off" : "written";
      return { type: "failed", because: "it ended with code 1" };
    },
  };
  return { answerer, asked, begun: begun.promise, write: written.resolve };
}

const paused: OwnersPauses = { ...nothingPaused, everything: { reason: "moving", since: 1 } };

describe.skipIf(noPostgres)("a tenure", () => {
  test("a tenure writes nothing that was paused before it began, however late it applies the pauses", async () => {
    const { serve, left, alice, url } = await openTenures();
    const task = await alice.open("Store deliveries", "### Goal\n\nIt works.", ["kind:task"], []);
    await serve({ pauses: async () => paused }).done;
    expect(rowsOf(url, "SELECT DISTINCT state FROM effect")).toEqual([{ state: "waiting" }]);
    const before = await alice.see(task);

    // The previous tenure knew of no pause. This one reads it at its beginning, and then PostgreSQL is slow.
    const known = { ...JSON.parse(left.at(-1) ?? "{}"), pauses: jsonOf(nothingPaused) };
    let asked = 0;
    const slowly = async () => {
      if (asked++ > 0) await systemClock.sleep(4_000);
      return paused;
    };
    await serve({ found: { text: JSON.stringify(known), isClean: true }, pauses: slowly }).done;
    expect(asked).toBeGreaterThan(1);
    expect([await alice.see(task), await alice.comments(task)]).toEqual([before, []]);
    await serve({ found: { text: left.at(-1), isClean: true } }).done;
    expect((await alice.see(task)).labels).not.toEqual(before.labels);
  });

  for (const isClean of [true, false])
    test(`a tenure that is drained while it catches up ends soon, and ${isClean ? "leaves the carryover that it found" : "leaves the catch-up to the next"}`, async () => {
      const { serve, left } = await openTenures();
      const reached = Promise.withResolvers<void>();
      const survey: Tracker["survey"] = () => {
        reached.resolve();
        return never;
      };
      const { done, stop } = serve({
        found: { text: undefined, isClean },
        tracker: () => ({ survey }),
        clock: fast,
      });
      await reached.promise;
      const since = Date.now();
      stop();
      await done;
      expect(Date.now() - since).toBeLessThan(30_000);
      expect(left).toHaveLength(isClean ? 1 : 0);
    });

  test("an idle tenure that is evicted ends early, and leaves the usual carryover", async () => {
    const { serve, left } = await openTenures();
    const reportIdle: Tenure["reportIdle"] = (leave) => {
      const timer = setTimeout(leave, 50);
      return () => clearTimeout(timer);
    };
    const since = Date.now();
    expect(await serve({ idleTimeoutMs: 10 * 60_000, reportIdle }).done).toBeGreaterThan(0);
    expect(Date.now() - since).toBeLessThan(60_000);
    expect(left).toHaveLength(1);
  });

  test("a tenure that is handed off ends at once, however much work is left", async () => {
    const { serve, left } = await openTenures();
    const reading = Promise.withResolvers<void>();
    const issuePage: Tracker["issuePage"] = () => {
      reading.resolve();
      return never;
    };
    const { done, handOff } = serve({ tracker: () => ({ issuePage }), clock: fast });
    await reading.promise;
    const since = Date.now();
    handOff();
    expect(await done).toBe(0);
    // The five minutes of a tenure take five seconds here.
    expect(Date.now() - since).toBeLessThan(4_000);
    expect(left).toHaveLength(1);
  });

  test("a tenure reads the pages of a new repository once the worker has room for it", async () => {
    const { serve, url } = await openTenures();
    const adopting = createFairGate<number>(1);
    const others = Promise.withResolvers<void>();
    const othersDone = adopting.run(0, () => others.promise, new AbortController().signal);
    let pages = 0;
    const { done } = serve({
      adopting,
      tracker: ({ issuePage }) => ({
        issuePage: (...asked) => {
          pages += 1;
          return issuePage(...asked);
        },
      }),
    });
    await vi.waitFor(() => expect(rowsOf(url, "SELECT 1 FROM refresh WHERE target = '+'")).toHaveLength(1), {
      timeout: 30_000,
    });
    await systemClock.sleep(300);
    expect(pages).toBe(0);
    others.resolve();
    await Promise.all([done, othersDone]);
    expect(pages).toBe(1);
  });

  test.for([
    {
      name: "a tenure lasts more than five minutes until a rebuild is done, which the next one would start over",
    },
    { name: "a tenure that is handed off lasts until a rebuild is done", isWanted: true },
  ])("$name", async ({ isWanted = false }) => {
    const { serve, tables, installationId } = await openTenures();
    const reading = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    let hasRead = false;
    // Before the tenure begins: its clock runs fast, and it may be over before anything else is asked.
    const [id = 0] = await tables.requests.ask([{ installationId, kind: "rebuild", body: "{}" }], 60_000);
    const { done, handOff } = serve({
      tracker: ({ changedSince }) => ({
        changedSince: async (...asked) => {
          begun.resolve();
          if (!hasRead) await reading.promise;
          return changedSince(...asked);
        },
      }),
      clock: fast,
    });
    await begun.promise;
    if (isWanted) handOff();
    let isOver = false;
    void done.then(() => {
      isOver = true;
    });
    await systemClock.sleep(7_000);
    expect(isOver).toBe(false);
    hasRead = true;
    reading.resolve();
    await vi.waitFor(
      async () => expect((await tables.requests.answersTo([id])).get(id)).toContain('"type":"done"'),
      { timeout: 30_000 },
    );
    await done;
  });

  test("a tenure that is drained interrupts the answer under way, and the next one requests it again", async () => {
    const { serve, left, askWhatNoRecordSays } = await openTenures();
    await askWhatNoRecordSays();
    const first = slowAnswerer();
    const { done, stop } = serve({ answerer: first.answerer });
    await first.begun;
    // What it has not caught up with, the next one would find anyway.
    await systemClock.sleep(3_000);
    const since = Date.now();
    stop();
    await done;
    expect(Date.now() - since).toBeLessThan(5_000);
    expect(first.asked).toEqual(["broken off"]);

    const second = slowAnswerer();
    second.write();
    const found = { text: left.at(-1), isClean: true };
    await serve({ found, answerer: second.answerer }).done;
    expect(second.asked).toEqual(["written"]);
    const third = slowAnswerer();
    await serve({ found: { ...found, text: left.at(-1) }, answerer: third.answerer }).done;
    expect(third.asked).toEqual([]);
  });

  test("a tenure lasts more than five minutes until the answer under way is written, and starts no other", async () => {
    const { serve, left, askWhatNoRecordSays, alice } = await openTenures();
    await askWhatNoRecordSays();
    const slow = slowAnswerer();
    const { done } = serve({ answerer: slow.answerer, clock: fast });
    await slow.begun;
    const since = Date.now();
    await alice.open("Q: How thick is the paper of the auditors?", questionBody("#1"), ["kind:question"]);
    await systemClock.sleep(7_000);
    slow.write();
    expect(await done).toBe(0);
    expect((Date.now() - since) * speed).toBeGreaterThan(5 * 60_000);
    expect(slow.asked).toEqual(["written"]);
    expect(JSON.parse(left.at(-1) ?? "{}").unconsidered).toHaveLength(1);
  });

  test("an installation with more work after a tenure of five minutes is due at once", async () => {
    const { serve } = await openTenures();
    const { done } = serve({ tracker: () => ({ issuePage: () => never }), clock: fast });
    expect(await done).toBe(0);
  });
});
