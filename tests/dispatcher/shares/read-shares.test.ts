/** Shares of the quota by account: what is counted against whom, and what it means for the others. */
import { expect, test } from "vitest";
import { nothingSpent, type SpentShares } from "../../../src/dispatcher/ports/carryover.ts";
import { ReadShares } from "../../../src/dispatcher/shares/read-shares.ts";
import { demo, start } from "../../support/issues.ts";

const minute = 60_000;
const hour = 60 * minute;
const person = (login: string) => ({ id: `U_${login}`, login });

const limits = { writer: 100, stranger: 10, strangers: 25 };

function shares(writers: readonly string[] = [], most = limits, earlier: SpentShares = nothingSpent) {
  let now = start;
  const asked: string[] = [];
  const tracker = {
    roleOf: async (_: unknown, { login }: { login: string }) => {
      asked.push(login);
      return writers.includes(login) ? "write" : "read";
    },
  };
  const built = new ReadShares({ now: () => now }, most, tracker, earlier);
  const take = (login: string | undefined, points = 1, repository = demo) =>
    built.take(repository, login === undefined ? undefined : person(login), points);
  return {
    built,
    take,
    asked,
    /** The shares of the next tenure. */
    continued: (left: SpentShares) => shares(writers, most, left),
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

/** Points that strangers get in an hour of tenures of a minute, each of which begins with what the last one left. */
async function pointsInTenures(left: (shares: ReadShares) => SpentShares): Promise<number> {
  let now = start;
  let earlier = nothingSpent;
  let taken = 0;
  for (let tenure = 0; tenure < 59; tenure++, now += minute) {
    const built = new ReadShares({ now: () => now }, limits, { roleOf: async () => "read" }, earlier);
    for (let act = 0; act < 60; act++)
      if ((await built.take(demo, person(`sock${act % 6}`), 1)) === undefined) taken += 1;
    earlier = JSON.parse(JSON.stringify(left(built)));
  }
  return taken;
}

test("G19 strangers get their share once an hour, however many tenures it has", async () => {
  expect(await pointsInTenures((built) => built.spent())).toBe(25);
  // A tenure that leaves nothing, as after a crash, gives them all of it once more.
  expect(await pointsInTenures(() => nothingSpent)).toBe(59 * 25);
});

test("G19 an account's own share counts on in the next tenure, apart from the others'", async () => {
  const { built, take, continued } = shares();
  await flood(take, "mallory", 8);
  await flood(take, undefined, 8);
  const next = continued(built.spent());
  expect(await flood(next.take, "mallory", 10)).toBe(2);
  expect(await flood(next.take, undefined, 10)).toBe(2);
  expect(await flood(next.take, "bob", 10)).toBe(5);
});

test("G19 what is an hour old is not left to the next tenure", async () => {
  const { built, take, pass } = shares();
  await flood(take, "mallory", 4);
  pass(30 * minute);
  await flood(take, "bob", 3);
  pass(31 * minute);
  const minutes = [{ at: start + 30 * minute, points: 3 }];
  expect(built.spent()).toEqual({
    accounts: [{ of: "R_demo U_bob", minutes }],
    strangers: [{ of: "R_demo", minutes }],
  });
});

test("G19 of a great many accounts those that used most are left, and what all strangers used", async () => {
  const { built, take } = shares([], { writer: 100, stranger: 10, strangers: 10_000 });
  for (let i = 0; i < 2_500; i++) await take(`sock${i}`);
  await flood(take, "mallory", 5);
  const { accounts, strangers } = built.spent();
  expect([accounts.length, accounts[0]?.of]).toEqual([2_000, "R_demo U_mallory"]);
  expect(strangers).toEqual([{ of: "R_demo", minutes: [{ at: start, points: 2_505 }] }]);
});
