/** Tests the switches for what GitHub does not document. */
import { afterEach, describe, expect, test } from "vitest";
import {
  assumedBehaviour,
  readUnknownBehaviour,
  type UnknownBehaviour,
} from "../../src/hub/unknown-behaviour.ts";
import { nameOf, startTestHub, type TestHub } from "../support/hub.ts";

const issues = "/repos/acme/demo/issues";
let world: TestHub;
afterEach(() => world.close());

/** @returns the database ids of three issues */
async function start(
  unknown: Partial<UnknownBehaviour>,
  options: Parameters<typeof startTestHub>[0] = {},
): Promise<readonly number[]> {
  world = await startTestHub({ ...options, options: { ...options.options, unknown } });
  const ids: number[] = [];
  for (const title of ["A", "B", "C"])
    ids.push((await world.as("alice")("POST", issues, { title, body: "As it was." })).body.id);
  await world.hub.idle();
  world.received.length = 0;
  return ids;
}

const block = (number: number, id: number | undefined) =>
  world.as("alice")("POST", `${issues}/${number}/dependencies/blocked_by`, { issue_id: id });

describe("an edge that is there already", () => {
  test.each([
    ["taken", 422, "Validation failed: Target issue has already been taken"],
    ["other words", 422, "Validation failed: These issues have this relationship"],
    ["accepted", 201, undefined],
  ] as const)("%s", async (edgeAgain, status, message) => {
    const [, b] = await start({ edgeAgain });
    await block(1, b);
    await world.hub.idle();
    world.received.length = 0;
    const again = await block(1, b);
    expect([again.status, again.body.message]).toEqual([status, message]);
    await world.hub.idle();
    expect(world.received).toEqual([]);
  });
});

test.each([
  ["accepted", 201],
  ["refused", 422],
] as const)("a cycle of three is %s", async (cycle, status) => {
  const [a, b, c] = await start({ cycle });
  await block(1, b);
  await block(2, c);
  expect((await block(3, a)).status).toBe(status);
});

test("the 51st edge is refused in each direction, if asked for", async () => {
  const [, b] = await start({ edgesPerIssue: "50" });
  for (let number = 4; number <= 54; number += 1) {
    const { body } = await world.as("alice")("POST", issues, { title: `${number}` });
    const expected = number === 54 ? 422 : 201;
    expect((await block(1, body.id)).status).toBe(expected);
    expect((await block(number, b)).status).toBe(expected);
  }
});

test.each([
  ["neither", false],
  ["both", true],
] as const)("an edge changes updated_at of %s", async (edgeTouches, isChanged) => {
  let now = Date.UTC(2026, 0, 1);
  const clock = { now: () => now, sleep: async () => {} };
  const [, b] = await start({ edgeTouches }, { clock });
  const times = async () =>
    Promise.all(
      [1, 2].map(async (number) => (await world.as("alice")("GET", `${issues}/${number}`)).body.updated_at),
    );
  const before = await times();
  now += 60_000;
  await block(1, b);
  const after = await times();
  expect(after.map((at, i) => at !== before[i])).toEqual([isChanged, isChanged]);
});

test.each([
  ["2", ["issue_dependencies.blocked_by_added", "issue_dependencies.blocking_added"]],
  ["1", ["issue_dependencies.blocked_by_added"]],
] as const)("%s deliveries tell of an edge within a repository", async (edgeDeliveries, names) => {
  const [, b] = await start({ edgeDeliveries });
  await block(1, b);
  expect((await world.inOrder()).map(nameOf)).toEqual(names);
});

test.each([
  ["refused", 422],
  ["kept", 200],
] as const)(
  "an update with a body over the limit is %s, and the old body stays",
  async (oversizedUpdate, status) => {
    await start({ oversizedUpdate });
    const body = "x".repeat(262_145);
    expect((await world.as("alice")("PATCH", `${issues}/1`, { body })).status).toBe(status);
    expect((await world.as("alice")("GET", `${issues}/1`)).body.body).toBe("As it was.");
    expect((await world.as("alice")("POST", issues, { title: "New", body })).status).toBe(422);
    await world.hub.idle();
    expect(world.received).toEqual([]);
  },
);

test("the switches are read from a line, and nothing else is", async () => {
  world = await startTestHub();
  expect(readUnknownBehaviour("cycle=refused, edgesPerIssue=50")).toEqual({
    ...assumedBehaviour,
    cycle: "refused",
    edgesPerIssue: "50",
  });
  for (const wrong of ["", "cycle", "cycle=perhaps", "ring=refused"])
    expect(() => readUnknownBehaviour(wrong)).toThrow();
});
