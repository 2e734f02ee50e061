/** Shares of the quota by account: what is counted against whom, and what it means for the others. */
import { expect, test } from "vitest";
import { ReadShares } from "../../../src/dispatcher/shares/read-shares.ts";
import { demo, start } from "../../support/issues.ts";

const minute = 60_000;
const hour = 60 * minute;
const person = (login: string) => ({ id: `U_${login}`, login });

function shares(writers: readonly string[] = []) {
  let now = start;
  const asked: string[] = [];
  const limits = { writer: 100, stranger: 10, strangers: 25 };
  const tracker = {
    roleOf: async (_: unknown, { login }: { login: string }) => {
      asked.push(login);
      return writers.includes(login) ? "write" : "read";
    },
  };
  const built = new ReadShares({ now: () => now }, limits, tracker);
  const take = (login: string | undefined, points = 1, repository = demo) =>
    built.take(repository, login === undefined ? undefined : person(login), points);
  return {
    built,
    take,
    asked,
    pass: (ms: number) => {
      now += ms;
    },
    clock: () => now,
  };
}

async function flood(take: ReturnType<typeof shares>["take"], login: string | undefined, times: number) {
  let taken = 0;
  for (let i = 0; i < times; i++) if ((await take(login)) === undefined) taken += 1;
  return taken;
}

test("G19 a stranger's flood ends with its own share, and costs the others nothing of theirs", async () => {
  const { built, take } = shares(["alice"]);
  expect(await flood(take, "mallory", 500)).toBe(10);
  expect(await flood(take, "bob", 10)).toBe(10);
  expect(await flood(take, "alice", 90)).toBe(90);
  expect(built.countSpent()).toBe(1);
});

test("G19 many new accounts share what strangers have, which leaves people with write access theirs", async () => {
  const { take } = shares(["alice"]);
  let taken = 0;
  for (let i = 0; i < 40; i++) taken += await flood(take, `sock${i}`, 5);
  expect(taken).toBe(25);
  expect(await take("late")).toBeDefined();
  expect(await flood(take, "alice", 90)).toBe(90);
});

test("G19 deleted accounts share one share, and each repository has its own", async () => {
  const { take } = shares();
  expect(await flood(take, undefined, 20)).toBe(10);
  expect(await take(undefined, 1, { ...demo, id: "R_other" })).toBeUndefined();
});

test("G19 a share has room again when what was used is an hour old, and the answer says when", async () => {
  const { take, pass, clock } = shares();
  await flood(take, "mallory", 4);
  pass(10 * minute);
  await flood(take, "mallory", 6);
  expect(await take("mallory", 3)).toBe(start + hour);
  pass(50 * minute);
  expect(clock()).toBe(start + hour);
  expect(await take("mallory", 3)).toBeUndefined();
});

test("G19 one read larger than a share goes through once an hour, when nothing else was read", async () => {
  const { take, pass } = shares();
  expect(await take("mallory", 30)).toBeUndefined();
  expect(await take("mallory", 1)).toBe(start + hour);
  pass(hour);
  expect(await take("mallory", 1)).toBeUndefined();
});

test("G19 roles are looked up only for accounts beyond a stranger's share, and one with write access is not put off", async () => {
  const { built, take, asked } = shares(["alice"]);
  await flood(take, "alice", 10);
  expect(asked).toEqual([]);
  for (let i = 0; i < 500; i++)
    expect(await built.takeUnlessWriter(demo, person("alice"), 1)).toBeUndefined();
  expect(asked).toEqual(["alice"]);
});

test("B15 points counted by a clock that was ahead are forgotten", async () => {
  const { take, pass } = shares();
  pass(5 * hour);
  await flood(take, "mallory", 10);
  pass(-5 * hour);
  expect(await take("mallory")).toBeUndefined();
});
