import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import type { Delivery } from "../../../src/dispatcher/ports/inbox.ts";
import { deliveryOf, openDesk, type PassContext } from "../../support/dispatch-desk.ts";
import { answer, bob, completed, demo, maria, question, task } from "../../support/issues.ts";
import type { MemoryGitHub } from "../../support/memory-github.ts";
import { memoryStore } from "../../support/memory-store.ts";
import { recordIn } from "../../support/store-questions.ts";

let desk: PassContext;
afterEach(() => desk.stop());

const hours = 60 * 60_000;
const labels = (id: string): readonly string[] => desk.github.issues.get(id)?.labels ?? [];

async function sweep(): Promise<void> {
  await desk.dispatch.sweeper(() => desk.dispatcher.wake()).sweep();
  await desk.settled();
}

/** As a server starts: its first sweep follows the list of repositories. */
async function started(): Promise<void> {
  const sweeper = desk.dispatch.sweeper(() => desk.dispatcher.wake());
  await sweeper.start();
  await sweeper.survey();
}

describe("a sweep", () => {
  test("B05 a sweep fetches deliveries that were sent while the server was down from GitHub's log", async () => {
    desk = await openDesk();
    await desk.deliver([]);
    await desk.settled();
    const lost: Delivery[] = ["a", "b"].map((guid) =>
      deliveryOf(guid, ["I_1"], desk.clock.now(), { source: "delivery log" }),
    );
    desk.github.log.push(...lost);
    desk.github.put(task(1));
    desk.clock.advance(2 * hours);
    await started();
    await desk.settled();
    expect([...desk.store.letters.keys()].slice(1)).toEqual(["a", "b"]);
    expect(["a", "b"].map((guid) => desk.store.letters.get(guid)?.state)).toEqual(["settled", "settled"]);
    expect(labels("I_1")).toContain("status:ready");
  });

  test("B05 a sweep repairs a lost delivery from the list of changes alone", async () => {
    desk = await openDesk();
    desk.github.put(task(1));
    await sweep();
    expect(labels("I_1")).toContain("status:ready");
  });

  test("B06 a sweep reports deliveries that are lost for good, and reads everything again", async () => {
    desk = await openDesk();
    desk.github.put(task(1));
    desk.github.put(task(2, { issueState: completed, closedAt: desk.github.second(), closedBy: maria }));
    desk.github.block("I_1", "I_2");
    await desk.deliver(["I_1"]);
    await desk.settled();
    expect(labels("I_1")).toContain("status:ready");
    desk.clock.advance(96 * hours);
    desk.github.put(task(3));
    desk.github.block("I_1", "I_3");
    await started();
    await desk.settled();
    expect(labels("I_1")).toContain("status:blocked");
    expect(desk.store.ledger).toContainEqual(
      expect.objectContaining({ kind: "gap", because: expect.stringContaining("4 days") }),
    );
  });

  test("a sweep finds an edge that was removed without a trace, by reading what was not read for long", async () => {
    desk = await openDesk();
    desk.github.put(task(1));
    desk.github.put(task(2));
    desk.github.block("I_1", "I_2");
    await desk.deliver(["I_1", "I_2"]);
    await desk.settled();
    expect(labels("I_1")).toContain("status:blocked");
    desk.clock.advance(5_000);
    await sweep();
    desk.github.blockers.clear();
    await sweep();
    expect(labels("I_1")).toContain("status:blocked");
    desk.clock.advance(hours);
    await sweep();
    expect(labels("I_1")).toContain("status:ready");
  });

  test("a sweep creates labels in every repository before it reports ready", async () => {
    desk = await openDesk();
    const sweeper = desk.dispatch.sweeper(() => desk.dispatcher.wake());
    expect(sweeper.isReady()).toBe(false);
    await sweeper.start();
    expect(sweeper.isReady()).toBe(true);
    expect(desk.github.labelled).toContain(demo.id);
  });
});

describe("polling", () => {
  test("polling finds what changed without any delivery", async () => {
    desk = await openDesk();
    const stop = new AbortController();
    const polling = desk.dispatch.poller(() => desk.dispatcher.wake()).run(stop.signal, 15_000);
    await desk.settled();
    desk.github.put(task(1, { updatedAt: desk.github.second() }));
    while (desk.github.writes.length === 0) {
      desk.clock.advance(15_000);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await desk.settled();
    expect(labels("I_1")).toContain("status:ready");
    stop.abort();
    await polling;
  });
});

type Action = readonly [about: string, act: (github: MemoryGitHub) => void];

/** Two tasks, a question about one, its answer, and a blocker of the other that closes. */
const story: readonly Action[] = [
  ["I_12", (github) => github.put(task(12, { updatedAt: github.second() }))],
  ["I_13", (github) => github.put(task(13, { updatedAt: github.second() }))],
  ["I_40", (github) => github.put(question(40, "#12", { updatedAt: github.second() }))],
  ["I_13", (github) => github.block("I_13", "I_12")],
  [
    "I_41",
    (github) => {
      const at = github.second();
      github.put(answer(41, "#40", { author: bob, createdAt: at, updatedAt: at }));
    },
  ],
  ["I_12", (github) => github.close("I_12", completed)],
];

/** What users see, without the times at which it happened. */
function picture(): unknown {
  const { issues, blockers } = desk.github;
  return {
    edges: [...blockers].map(([id, by]) => [id, [...by].toSorted()]).toSorted(),
    issues: [...issues.values()]
      .map(({ id, labels, issueState, own }) => ({
        id,
        labels: labels.toSorted(),
        issueState,
        status: own.find(({ key }) => key === "status")?.text,
        wakes: own.filter(({ key }) => key.startsWith("wake:")).length > 0,
      }))
      .toSorted((a, b) => (a.id < b.id ? -1 : 1)),
  };
}

function doubleWakes(): readonly string[] {
  const keys = [...desk.github.issues.values()].flatMap(({ id, own }) =>
    own.map(({ key }) => `${id} ${key}`),
  );
  return keys.filter((key, at) => keys.indexOf(key) !== at);
}

describe("events = sweep = rebuild", () => {
  async function play(heard: (step: number) => readonly number[]): Promise<unknown> {
    desk = await openDesk();
    for (const [step, [, act]] of story.entries()) {
      act(desk.github);
      desk.clock.advance(1_500);
      for (const other of heard(step)) await desk.deliver([story[other]?.[0] ?? ""]);
      await desk.settled();
    }
    desk.clock.advance(hours);
    await sweep();
    return picture();
  }

  test("B02 with deliveries lost, duplicated and reordered, a sweep ends in the same state as a clean run", async () => {
    const clean = await play((step) => [step]);
    expect(clean).toMatchObject({
      issues: expect.arrayContaining([expect.objectContaining({ id: "I_41" })]),
    });
    expect(doubleWakes()).toEqual([]);
    const step = fc.integer({ min: 0, max: story.length - 1 });
    const hearing = fc.array(fc.array(step, { maxLength: 3 }), {
      minLength: story.length,
      maxLength: story.length,
    });
    await fc.assert(
      fc.asyncProperty(hearing, async (heard) => {
        await desk.stop();
        const seen = await play((at) => (heard[at] ?? []).filter((other) => other <= at));
        expect(doubleWakes()).toEqual([]);
        expect(withoutWakes(seen)).toEqual(withoutWakes(clean));
      }),
      { numRuns: 60, examples: [[[[], [], [0], [], [3], []]]] },
    );
  });

  test("a rebuild from scratch finds what the index holds", async () => {
    await play((step) => [step]);
    expect(await desk.dispatch.rebuild()).toEqual({ repositories: 1, issues: 4, differences: [] });
    const written = desk.github.writes.length;
    await desk.settled();
    expect(desk.github.writes.length).toBe(written);
  });

  test("a deleted index is rebuilt, and nothing is written to GitHub for it", async () => {
    await play((step) => [step]);
    await desk.stop();
    const { github, clock } = desk;
    const written = github.writes.length;
    desk = await openDesk({ before: { github, clock, store: memoryStore() } });
    const { differences } = await desk.dispatch.rebuild();
    expect(differences.map(({ what }) => what)).toEqual(["missing", "missing", "missing", "missing"]);
    await desk.settled();
    expect(github.writes.length).toBe(written);
  });

  test("an index rebuilt while comments are deferred holds the same, even after a relation was removed", async () => {
    desk = await openDesk();
    desk.github.put(task(12));
    desk.github.put(question(40, "#12"));
    desk.github.put(task(13));
    desk.github.block("I_13", "I_12");
    await desk.deliver(["I_12", "I_40", "I_13"]);
    await desk.settled();
    const own = (): readonly string[] =>
      [...desk.github.issues.values()].flatMap(({ id, own }) => own.map(({ key }) => `${id} ${key}`));
    expect(own()).toEqual([]);
    expect((await recordIn(desk.store.index, "I_40"))?.persisted.edges).toEqual(["I_12"]);
    expect((await desk.dispatch.rebuild()).differences).toEqual([]);

    desk.clock.advance(60_000);
    desk.github.blockers.get("I_12")?.clear();
    desk.github.blockers.get("I_13")?.clear();
    await desk.deliver(["I_12", "I_13"]);
    await desk.later(60_000);
    expect(own().toSorted()).toEqual(["I_12 wake:unlinked-0", "I_13 wake:unlinked-0", "I_40 status"]);
    expect((await desk.dispatch.rebuild()).differences).toEqual([]);
    await desk.stop();
    const { github, clock } = desk;
    desk = await openDesk({ before: { github, clock, store: memoryStore() } });
    const written = github.writes.length;
    await desk.dispatch.rebuild();
    await desk.settled();
    expect(github.writes.length).toBe(written);
    expect((await recordIn(desk.store.index, "I_13"))?.persisted.unlinked).toBe(1);
  });

  test("a rebuild reports what was wrong in the index and repairs it", async () => {
    await play((step) => [step]);
    const record = await recordIn(desk.store.index, "I_13");
    if (record === undefined) throw new Error("Task 13 has no record.");
    const wrong = { ...record, seen: { ...record.seen, title: "Something else" } };
    await desk.store.outbox.receipt([], [wrong], [], []);
    expect((await desk.dispatch.rebuild()).differences).toEqual([{ ref: "acme/demo#13", what: "differs" }]);
    expect((await desk.dispatch.rebuild()).differences).toEqual([]);
  });
});

/** An unblocking that was not noticed before the next blocking needs no notice. */
function withoutWakes(seen: unknown): unknown {
  return JSON.parse(JSON.stringify(seen, (key, value: unknown) => (key === "wakes" ? undefined : value)));
}
