/** An index that was lost: which files are given to whom while the leases that GitHub shows are adopted one by one. */
import { afterEach, describe, expect, test } from "vitest";
import type { PassContext } from "../../support/dispatch-desk.ts";
import { alice, demo, issue, task } from "../../support/issues.ts";
import { ada, bea, held, lostIndex, meetRepository, says, withFiles } from "../../support/lost-index.ts";

let desk: PassContext;
let unanswered: Set<string>;
afterEach(() => desk.stop());

async function loseIndex(...given: Parameters<typeof lostIndex>): Promise<void> {
  ({ desk, unanswered } = await lostIndex(...given));
}

const meet = () => meetRepository(desk);

const minute = 60_000;

/** `1 src/api`, `2 src waits`. */
async function locks(): Promise<readonly string[]> {
  return (await desk.store.index.taskLocks(demo.id))
    .toSorted((a, b) => a.number - b.number)
    .flatMap(({ number, requests }) =>
      requests.map(({ globs, since }) => `${number} ${globs}${since === undefined ? " waits" : ""}`),
    );
}

/** All pairs of files that were ever locked at once, as the commits had them. */
function watchLocks(): readonly string[] {
  const seen: string[] = [];
  const { index } = desk.store;
  const { commit } = index;
  Object.assign(index, {
    commit: async (result: Parameters<typeof commit>[0]) => {
      await commit(result);
      const now = (await locks()).filter((line) => !line.endsWith("waits")).join(", ");
      if (seen.at(-1) !== now) seen.push(now);
    },
  });
  return seen;
}

describe("K01 AG27 after the index was lost, no files go to a second task", () => {
  test("that is decided before the first one's lease is adopted", async () => {
    const claims = [says(bea, "/claim")];
    await loseIndex([
      held(1, ada, "src/api"),
      task(2, { assignees: [], body: withFiles("src"), comments: claims }),
    ]);
    const seen = watchLocks();
    await meet();
    expect(await locks()).toEqual(["1 src/api", "2 src waits"]);
    expect(seen).toEqual(["", "1 src/api"]);
  });

  test("that is claimed while the pages of issues are still read", async () => {
    await loseIndex([
      task(1, { assignees: [], body: withFiles("src") }),
      issue(2),
      issue(3),
      held(4, ada, "src/api"),
    ]);
    const seen = watchLocks();
    desk.github.duringPage = (after) => {
      if (after !== "I_2") return;
      desk.github.change("I_1", { comments: [says(bea, "/claim")] });
      void desk.deliver(["I_1"]);
    };
    await meet();
    expect(await locks()).toEqual(["1 src waits", "4 src/api"]);
    expect(seen).toEqual(["", "4 src/api"]);
  });

  test("that a person locks meanwhile", async () => {
    await loseIndex([held(1, ada, "src/api"), issue(2), issue(3), task(4, { assignees: [] })]);
    const seen = watchLocks();
    desk.github.duringPage = (after) => {
      if (after !== undefined) return;
      desk.github.change("I_4", { comments: [says(bea, "/claim"), says(bea, "/lock src/**", 2)] });
      void desk.deliver(["I_4"]);
    };
    await meet();
    await desk.later(5_000);
    expect(await locks()).toEqual(["1 src/api", "4 src/** waits"]);
    expect(seen).toEqual(["", "1 src/api"]);
  });

  test("while GitHub does not answer for the first one", async () => {
    await loseIndex([held(1, ada, "src/api", { comments: [says(ada, "On it.")] }), held(2, bea, "src")]);
    const seen = watchLocks();
    unanswered.add("I_1");
    await meet();
    expect(await locks()).toEqual(["2 src waits"]);
    unanswered.delete("I_1");
    await desk.later(minute);
    expect(await locks()).toEqual(["1 src/api", "2 src waits"]);
    expect(seen).toEqual(["", "1 src/api"]);
  });

  test("while the role of the first one's agent cannot be read", async () => {
    await loseIndex([held(1, ada, "src/api"), held(2, bea, "src")]);
    const seen = watchLocks();
    desk.github.roles.set("ada", "unknown");
    await meet();
    expect(await locks()).toEqual(["2 src waits"]);
    desk.github.roles.set("ada", "write");
    await desk.later(5_000);
    await desk.later(5_000);
    expect(await locks()).toEqual(["1 src/api", "2 src waits"]);
    expect(seen).toEqual(["", "1 src/api"]);
  });
});

test("K01 files that nobody holds are locked once everything was read, without asking again, and no comment says otherwise", async () => {
  await loseIndex([
    issue(1),
    task(2, { assignees: [], body: withFiles("src") }),
    issue(3),
    held(4, bea, "docs"),
  ]);
  desk.github.duringPage = (after) => {
    if (after !== "I_2") return;
    desk.github.change("I_2", { comments: [says(ada, "/claim")] });
    void desk.deliver(["I_2"]);
  };
  await meet();
  expect(await locks()).toEqual(["2 src", "4 docs"]);
  const comments = desk.github.writes.flatMap(({ issueId, effect }) =>
    effect.type === "ShowStatus" ? `${issueId} ${effect.text}` : [],
  );
  expect(comments.filter((text) => text.startsWith("I_4") || /"glob":"src","others"/.test(text))).toEqual([]);
  const said = desk.store.ledger.flatMap(({ kind, what }) =>
    /lock|wait/.test(what) && kind === "lease" ? what : [],
  );
  expect(said.toSorted()).toEqual(["ada locks src", "bea locks docs"]);
});

test("K01 an issue that GitHub never shows holds up the locks of its repository until it is reported", async () => {
  await loseIndex([issue(1, { comments: [says(alice, "Hello.")] }), held(2, bea, "docs")], {
    maxAttempts: 3,
  });
  unanswered.add("I_1");
  await meet();
  expect(await locks()).toEqual(["2 docs waits"]);
  for (let tries = 0; tries < 4; tries++) await desk.later(10 * minute);
  expect(desk.store.ledger.filter(({ kind }) => kind === "unread")).toHaveLength(1);
  expect(await locks()).toEqual(["2 docs"]);
});
