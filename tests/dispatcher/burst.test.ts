/** More comments than GitHub's limits allow: which go first, which are deferred, and that none is lost. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { PlannedEffect } from "../../src/engine/model/effect.ts";
import type { IssueSeen } from "../../src/engine/model/fact.ts";
import { emptyPersistedState } from "../../src/engine/model/persisted-state.ts";
import { inMemory } from "../../src/store/sqlite/home.ts";
import { openStore } from "../../src/store/sqlite/store.ts";
import type { Store } from "../../src/store/store.ts";
import { cycle, recordOf } from "../contracts/store/samples.ts";
import { type FakeClock, fakeClock } from "../github/world.ts";
import { type CountingGitHub, countingGitHub, sendUntil } from "../support/counting-github.ts";
import { alice, bob, demo, mallory, task } from "../support/issues.ts";

const minuteMs = 60_000;

let clock: FakeClock;
let store: Store;
let github: CountingGitHub;
beforeEach(() => {
  clock = fakeClock();
  store = openStore(inMemory, { clock });
  github = countingGitHub(clock);
});
afterEach(() => store.close());

const reason = { rule: "test-rule", because: "It is wished." };
const address = (issueId: string, type: "status" | "labels" | "unblock-notice") => ({
  issueId,
  repositoryId: demo.id,
  slot: { type },
  key: `${issueId} ${type}`,
});
const status = (issueId: string): PlannedEffect => ({
  ...address(issueId, "status"),
  reason,
  effect: { type: "ShowStatus", commentId: undefined, text: "Blocked.", persisted: emptyPersistedState },
});
const labels = (issueId: string): PlannedEffect => ({
  ...address(issueId, "labels"),
  reason,
  effect: { type: "SetLabels", add: ["status:blocked"], remove: [] },
});
const wake = (issueId: string): PlannedEffect => ({
  ...address(issueId, "unblock-notice"),
  reason,
  effect: { type: "AddComment", marker: "wake:1", text: "It is free." },
});

/** Decides on these issues, each with the given effects; every user but mallory is trusted. */
async function decideOn(
  issues: readonly IssueSeen[],
  effectsOf: (id: string) => readonly PlannedEffect[],
): Promise<void> {
  const records = issues.map((seen) => {
    const admitted = { hash: seen.textHash, by: seen.author?.id ?? "" };
    const persisted = seen.author === mallory ? emptyPersistedState : { ...emptyPersistedState, admitted };
    return recordOf(seen, { persisted, readAt: clock.now() });
  });
  const decided = issues.map(({ id }) => id);
  await store.index.commit(
    cycle({ repositories: [demo], records, decided, effects: decided.flatMap(effectsOf) }),
  );
}

const many = (count: number, from: number, author = alice): readonly IssueSeen[] =>
  Array.from({ length: count }, (_, i) => task(from + i, { author }));

function mostWithin(ms: number): number {
  const { created } = github;
  return Math.max(
    0,
    ...created.map(({ at }) => created.filter((other) => other.at >= at && other.at < at + ms).length),
  );
}

describe("a burst of a thousand tasks", () => {
  test("C19 a burst is announced within GitHub's limits: no comment is refused, each is written once, and all are written in the end", async () => {
    const begin = clock.now();
    await decideOn(many(1_000, 1), (id) => [labels(id), status(id)]);
    await decideOn(many(30, 2_001, bob), (id) => [wake(id)]);
    await sendUntil(store, await github.process(store), clock);
    expect(github.refused()).toBe(0);
    expect(new Set(github.created.map(({ issueId }) => issueId)).size).toBe(1_030);
    expect(github.created).toHaveLength(1_030);
    expect(mostWithin(minuteMs)).toBeLessThanOrEqual(80);
    expect(mostWithin(60 * minuteMs)).toBeLessThanOrEqual(500);
    const waited = github.created.slice(0, 30).map(({ issueId }) => Number(issueId.slice(2)) > 2_000);
    expect(waited).toEqual(Array(30).fill(true));
    expect(await store.outbox.counts()).toEqual({ pending: 0, held: 0, sending: 0, refused: 0 });
    expect(clock.now() - begin).toBeLessThan(4.5 * 60 * minuteMs);
  });

  test("C19 an issue whose status changes while its comment waits gets one comment", async () => {
    const all = many(200, 1);
    for (let round = 0; round < 5; round++) await decideOn(all, (id) => [labels(id), status(id)]);
    await sendUntil(store, await github.process(store), clock);
    expect(github.created).toHaveLength(200);
  });

  test("C19 a burst stays within the limits when the process is restarted every few minutes", async () => {
    const begin = clock.now();
    await decideOn(many(600, 1, alice), (id) => [status(id)]);
    await decideOn(many(400, 1_001, bob), (id) => [wake(id)]);
    for (let end = begin; (await store.outbox.nextDueAt()) !== undefined; end += 7 * minuteMs) {
      await sendUntil(store, await github.process(store), clock, end);
      clock.jump(Math.max(0, end - clock.now()));
    }
    expect(github.refused()).toBe(0);
    expect(github.created).toHaveLength(1_000);
    expect(mostWithin(60 * minuteMs)).toBeLessThanOrEqual(500);
  });
});

describe("a flood of issues by a user without write access", () => {
  test("G19 a flood by one user without write access gets a small share of the comments, and others are served as usual", async () => {
    const begin = clock.now();
    await decideOn(many(1_000, 1, mallory), (id) => [labels(id), status(id)]);
    const performer = await github.process(store);
    await sendUntil(store, performer, clock, begin + 10 * minuteMs);
    clock.jump(begin + 10 * minuteMs - clock.now());
    const asked = clock.now();
    await decideOn(many(40, 2_001, bob), (id) => [labels(id), status(id)]);
    await decideOn(many(5, 3_001, alice), (id) => [wake(id)]);
    await sendUntil(store, performer, clock, begin + 60 * minuteMs);
    const byWhom = Map.groupBy(github.created, ({ issueId }) => Number(issueId.slice(2)) < 2_000);
    expect(byWhom.get(true)?.length).toBeLessThanOrEqual(20);
    expect(byWhom.get(false)).toHaveLength(45);
    expect(Math.max(...(byWhom.get(false) ?? []).map(({ at }) => at))).toBeLessThan(asked + minuteMs);
    expect(github.refused()).toBe(0);
  });

  test("G19 a flood by many new accounts gets no more than the share of all users without write access", async () => {
    const begin = clock.now();
    const flood = Array.from({ length: 500 }, (_, i) => {
      const author = { ...mallory, id: `U_sock${i}` };
      return recordOf(task(i + 1, { author }), { readAt: clock.now() });
    });
    const decided = flood.map(({ seen }) => seen.id);
    await store.index.commit(
      cycle({ repositories: [demo], records: flood, decided, effects: decided.map(status) }),
    );
    await sendUntil(store, await github.process(store), clock, begin + 59 * minuteMs);
    expect(github.created).toHaveLength(100);
  });

  test("G19 a flood gets no second share after a restart", async () => {
    const begin = clock.now();
    await decideOn(many(300, 1, mallory), (id) => [status(id)]);
    for (let restart = 1; restart <= 5; restart++)
      await sendUntil(store, await github.process(store), clock, begin + restart * 10 * minuteMs);
    expect(github.created).toHaveLength(20);
  });

  test("G19 a flood by a trusted user leaves room for other trusted users", async () => {
    const begin = clock.now();
    await decideOn(many(1_000, 1, alice), (id) => [status(id)]);
    const performer = await github.process(store);
    await sendUntil(store, performer, clock, begin + 20 * minuteMs);
    await decideOn(many(20, 2_001, bob), (id) => [status(id)]);
    await sendUntil(store, performer, clock, begin + 30 * minuteMs);
    expect(github.created.filter(({ issueId }) => Number(issueId.slice(2)) > 2_000)).toHaveLength(20);
  });
});

test("C19 comments whose answers were lost at a kill count against the limit of the next process", async () => {
  await decideOn(many(60, 1), (id) => [status(id)]);
  const performer = await github.process(store);
  const killed = vi.spyOn(store.outbox, "receipt").mockRejectedValueOnce(new Error("killed"));
  await expect(performer.perform(demo.installationId)).rejects.toThrow("killed");
  killed.mockRestore();
  expect(github.created).toHaveLength(60);
  await decideOn(many(20, 101, bob), (id) => [status(id)]);
  const next = await github.process(store);
  await sendUntil(store, next, clock, clock.now() + 30_000);
  expect(github.created).toHaveLength(64);
  expect(github.refused()).toBe(0);
});
