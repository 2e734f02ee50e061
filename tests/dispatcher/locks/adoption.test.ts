/** An index that was lost: which files are given to whom while the leases that GitHub shows are adopted one by one. */
import { afterEach, describe, expect, test } from "vitest";
import type { Pace } from "../../../src/dispatcher/pace.ts";
import { IssuesUnread } from "../../../src/dispatcher/request-failed.ts";
import type { Actor, CommentSeen, IssueSeen } from "../../../src/engine/model/fact.ts";
import { openDesk, type PassContext } from "../../support/dispatch-desk.ts";
import { alice, demo, issue, person, start, task, us } from "../../support/issues.ts";
import { manualClock } from "../../support/manual-clock.ts";
import { MemoryGitHub } from "../../support/memory-github.ts";
import { memoryStore } from "../../support/memory-store.ts";
import { rosterText } from "../../support/orders.ts";

let desk: PassContext;
afterEach(() => desk.stop());

const [ada, bea] = [person("ada"), person("bea")];
const minute = 60_000;

const withFiles = (files: string) => `### Goal\n\nBuild it.\n\n### Files\n\n${files}\n`;

/** A task whose lease shows in its assignment alone. */
const held = (number: number, holder: Actor, files: string, changes: Partial<IssueSeen> = {}): IssueSeen =>
  task(number, {
    ...{ assignees: [holder], body: withFiles(files), labels: ["kind:task", "status:in-progress"] },
    assignments: [{ assignee: holder.id, at: start + number * 1_000, by: us.id }],
    ...changes,
  });

const says = (author: Actor, text: string, number = 1): CommentSeen => ({
  ...{ id: `IC_${author.login}_${number}`, commentNumber: number, author, text },
  createdAt: start + 250_000,
});

/** Issues for which GitHub does not answer. */
const unanswered = new Set<string>();

/** An index that has nothing, in front of these issues. */
async function loseIndex(issues: readonly IssueSeen[], pace: Partial<Pace> = {}): Promise<void> {
  unanswered.clear();
  const clock = manualClock(start + 300_000);
  const github = new MemoryGitHub(clock, [demo]);
  const { tracker } = github;
  const readIssues: typeof tracker.readIssues = (installationId, requests) => {
    const left = requests.filter(({ target }) => "id" in target && unanswered.has(target.id));
    if (left.length === 0) return tracker.readIssues(installationId, requests);
    const failure = { type: "wait", scope: "request", retryAt: clock.now(), message: "Later." } as const;
    throw new IssuesUnread(failure, left);
  };
  const before = { github, clock, store: memoryStore() };
  desk = await openDesk({ before, pace, ports: { tracker: { ...tracker, readIssues } } });
  const file = { type: "text", text: rosterText({ ada: ada.id, bea: bea.id }) } as const;
  desk.github.settings.set(demo.id, { commit: "c", file });
  desk.github.pageSize = 2;
  for (const { login } of [ada, bea]) desk.github.roles.set(login, "write");
  for (const each of issues) desk.github.put(each);
}

async function meet(): Promise<void> {
  await desk.dispatch.repositories.refresh();
  await desk.settled();
}

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
    expect(await locks()).toEqual(["1 src/api", "4 src/** waits"]);
    expect(seen).toEqual(["", "1 src/api"]);
  });

  test("while GitHub does not answer for the first one", async () => {
    const claims = [says(bea, "/claim")];
    await loseIndex([
      held(1, ada, "src/api", { comments: [says(ada, "On it.")] }),
      task(2, { assignees: [], body: withFiles("src"), comments: claims }),
    ]);
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
    const claims = [says(bea, "/claim")];
    await loseIndex([
      held(1, ada, "src/api"),
      task(2, { assignees: [], body: withFiles("src"), comments: claims }),
    ]);
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
