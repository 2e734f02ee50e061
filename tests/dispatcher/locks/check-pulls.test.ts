/** The check on pull requests, with many of them stored: what is read and written when locks come and go. */
import { beforeEach, expect, test } from "vitest";
import { createComparePulls } from "../../../src/dispatcher/locks/compare-pulls.ts";
import { PullChecks } from "../../../src/dispatcher/locks/pull-checks.ts";
import { PullListings } from "../../../src/dispatcher/locks/pull-listings.ts";
import { PullsReader } from "../../../src/dispatcher/locks/read-pulls.ts";
import type { ListedPulls } from "../../../src/dispatcher/ports/carryover.ts";
import type { StoredPull } from "../../../src/dispatcher/ports/pulls.ts";
import type { TaskLocks } from "../../../src/engine/model/snapshot.ts";
import { settingsSchema } from "../../../src/protocol/settings/config.ts";
import { demo } from "../../support/issues.ts";

const holder = { agent: "ada", account: "U_ada", login: "ada" };
const locked = (number: number, glob: string): TaskLocks => ({
  id: `I_${number}`,
  number,
  holder,
  requests: [{ globs: [glob], token: 1, askedAt: 0, since: 1 }],
});
/** Every twentieth changes a page. */
const pathOf = (number: number): string => (number % 20 === 0 ? `docs/${number}.md` : `web/${number}.ts`);
const numbers = Array.from({ length: 200 }, (_, at) => at + 1);

let tasks: readonly TaskLocks[];
let reads: string[];
let written: string[];
let isPaused: boolean;
/** A head on which GitHub takes no check. */
let refused: string;
let checks: PullChecks;
let listings: PullListings;
/** Begins again on the same store, as the next tenure does. */
let startNext: () => void;
async function pass(ids: readonly string[] = ["I_1"]): Promise<void> {
  checks.check(demo, { hasPulls: false, ids });
  await checks.idle();
}

beforeEach(() => {
  [tasks, reads, written, isPaused, refused] = [[], [], [], false, ""];
  const stored = new Map<number, StoredPull>();
  const index = {
    taskLocks: async () => tasks,
    handoversAbout: async () => [],
    idsOf: async () => new Map(),
    records: async (ids: readonly string[]) => {
      if (ids.length > 0) reads.push("records");
      return new Map();
    },
    pulls: async () => [...stored.values()],
    savePull: async (_: string, pull: StoredPull) => void stored.set(pull.number, pull),
    dropPulls: async () => {},
  };
  const tracker = {
    openPulls: async () => {
      reads.push("list");
      return numbers.map((number) => ({
        number,
        headSha: `${number}`,
        base: "main",
        closes: [],
        changedFiles: 1,
      }));
    },
    foldersAt: async () => [],
    pullFiles: async (_: unknown, number: number) => {
      reads.push("files");
      return { paths: [pathOf(number)], count: 1 };
    },
  };
  const take = async (): Promise<undefined> => undefined;
  const settings = settingsSchema.parse({});
  const clock = { now: () => 1_000, sleep: () => new Promise<void>(() => {}) };
  const attempt = async (_: unknown, __: unknown, act: () => Promise<unknown>): Promise<boolean> =>
    act().then(
      () => true,
      () => false,
    );
  const parts = {
    index,
    pullsReader: new PullsReader(tracker, index, { take }),
    comparePulls: createComparePulls({
      index,
      clock,
      failures: { attempt },
      writer: {
        showLocks:
          () =>
          async ({ headSha, conclusion }) => {
            if (headSha === refused) throw new Error("refused");
            written.push(`${headSha} ${conclusion}`);
          },
      },
      render: ({ data }) => JSON.stringify(data),
    }),
    settingsOf: () => settings,
    pauses: { isPaused: () => isPaused },
    clock,
    failures: { attempt },
  };
  const start = (earlier: readonly ListedPulls[]): void => {
    listings = new PullListings({ take }, 60_000, earlier);
    checks = new PullChecks({ ...parts, listings });
  };
  start([]);
  startNext = () => start(listings.left());
});

test("AG53 with 200 open pull requests a lock that comes or goes reads nothing and writes what turns", async () => {
  tasks = [locked(900, "src/api")];
  await pass();
  expect([reads.filter((each) => each === "files").length, written.length]).toEqual([200, 200]);
  [reads, written] = [[], []];
  const turned = numbers.filter((number) => number % 20 === 0);
  tasks = [...tasks, locked(901, "docs")];
  await pass([]);
  expect([reads, written]).toEqual([[], turned.map((number) => `${number} neutral`)]);
  written = [];
  tasks = tasks.slice(0, 1);
  await pass([]);
  expect([reads, written]).toEqual([[], turned.map((number) => `${number} success`)]);
});

test("AG53 while nothing is locked a pass reads none of its records, and no pull requests", async () => {
  await pass();
  await pass();
  expect([reads, written]).toEqual([[], []]);
  tasks = [locked(900, "src/api")];
  await pass();
  reads = [];
  await pass();
  expect([reads, written.length]).toEqual([["records"], 200]);
});

test("AG53 locks that change during a pause are compared after it", async () => {
  tasks = [locked(900, "src/api")];
  await pass();
  [written, isPaused] = [[], true];
  tasks = [locked(901, "docs")];
  await pass([]);
  expect(written).toEqual([]);
  isPaused = false;
  await pass([]);
  expect(written).toHaveLength(10);
});

test("AG52 a check that GitHub refuses holds up no other pull request, and is not tried again in each pass", async () => {
  [tasks, refused] = [[locked(900, "src/api")], "7"];
  await pass();
  expect(written).toHaveLength(199);
  [reads, written, refused] = [[], [], ""];
  await pass([]);
  expect([reads, written]).toEqual([[], []]);
});

test("G19 the next tenure does not list what the last one listed, and lists it when there is news", async () => {
  tasks = [locked(900, "src/api")];
  await pass();
  [reads, written] = [[], []];
  startNext();
  await pass([]);
  expect([reads, written]).toEqual([[], []]);
  checks.check(demo, { hasPulls: true, ids: [] });
  await checks.idle();
  expect(reads).toEqual(["list"]);
});

test("while writing is paused nothing is known of pull requests, and the next tenure lists them", async () => {
  tasks = [locked(900, "src/api")];
  await pass();
  isPaused = true;
  await pass([]);
  [reads, isPaused] = [[], false];
  startNext();
  await pass([]);
  expect(reads).toEqual(["list"]);
});
