/** What an export of beads becomes, and what is said of one that cannot be read. */
import { describe, expect, test } from "vitest";
import { readBeads } from "../../../src/operations/import/beads.ts";
import type { ImportedPlan } from "../../../src/operations/import/imported.ts";
import { faultsIn } from "../../../src/protocol/plans/check-plan.ts";

const demo = { owner: "acme", repo: "demo" };

const lines = (...records: readonly object[]): string =>
  records.map((each) => JSON.stringify(each)).join("\n");

function planOf(text: string, withClosed = false): ImportedPlan {
  const reading = readBeads(text, { withClosed });
  if (!reading.ok) throw new Error(reading.faults.join("\n"));
  expect(faultsIn(reading, () => demo)).toEqual([]);
  return reading;
}

function entryOf(plan: ImportedPlan, key: string) {
  const entry = plan.plan.entries.find((each) => each.key === key);
  if (entry?.kind !== "task") throw new Error(`${key} was not imported`);
  return { ...entry, waitsFor: entry.targets.map((target) => (target.type === "entry" ? target.key : "")) };
}

const epic = { _type: "issue", id: "bd-e", title: "Store deliveries", priority: 1, issue_type: "epic" };
const schema = {
  _type: "issue",
  id: "bd-e.1",
  title: "Design the schema",
  status: "in_progress",
  priority: 0,
  description: "Tables and indexes.\n\n### Steps\n\nAsk @maria.",
  design: "SQLite.",
  notes: "Not MySQL.",
  acceptance_criteria: "- kill -9 loses nothing\n- 10,000 a second",
  labels: ["db", "track:store"],
  created_at: "2026-05-01T10:00:00Z",
  dependencies: [{ issue_id: "bd-e.1", depends_on_id: "bd-e", type: "parent-child" }],
  comments: [{ id: "1", author: "alice", text: "I tried both.", created_at: "2026-05-02T10:00:00Z" }],
};
const journal = {
  _type: "issue",
  id: "bd-e.2",
  title: "Write the journal",
  status: "open",
  priority: 4,
  dependencies: [
    { issue_id: "bd-e.2", depends_on_id: "bd-e", type: "parent-child" },
    { issue_id: "bd-e.2", depends_on_id: "bd-e.1", type: "blocks" },
    { issue_id: "bd-e.2", depends_on_id: "bd-old", type: "blocks" },
    { issue_id: "bd-e.2", depends_on_id: "bd-old", type: "discovered-from" },
  ],
};
const old = { _type: "issue", id: "bd-old", title: "Try files", status: "closed", priority: 2 };

describe("an export of beads", () => {
  test("becomes tasks with the same words, priorities, tracks and dependencies; a parent waits for its children", () => {
    const plan = planOf(lines(epic, schema, journal, old));
    expect(plan.plan.entries.map(({ key }) => key)).toEqual(["bd-e", "bd-e.1", "bd-e.2"]);
    expect(entryOf(plan, "bd-e").waitsFor).toEqual(["bd-e.1", "bd-e.2"]);
    expect(entryOf(plan, "bd-e.2")).toMatchObject({
      waitsFor: ["bd-e.1"],
      message: {
        priority: "p3",
        goal: "Write the journal\n\nRelated: `bd-old` Try files\n\nImported from beads: `bd-e.2`",
      },
    });
    expect(entryOf(plan, "bd-e.1")).toMatchObject({
      title: "Design the schema",
      message: {
        priority: "p0",
        track: "store",
        acceptance: [
          { text: "kill -9 loses nothing", done: false },
          { text: "10,000 a second", done: false },
        ],
        goal: [
          "Tables and indexes.\n\n#### Steps\n\nAsk `@maria`.",
          "**Design**\n\nSQLite.",
          "**Notes**\n\nNot MySQL.",
          "> alice, 2026-05-02:\n>\n> I tried both.",
          "Imported from beads: `bd-e.1` of 2026-05-01",
        ].join("\n\n"),
      },
    });
    expect(plan.remarks).toEqual(["1 closed left out: --closed brings them"]);
  });

  test("brings closed ones on request, and never what is no work", () => {
    const message = { _type: "issue", id: "bd-m", title: "Hello", issue_type: "message", priority: 2 };
    const memory = { _type: "memory", key: "style", value: "Use tabs." };
    const plan = planOf(lines(journal, epic, schema, old, message, memory), true);
    expect([...plan.closed]).toEqual(["bd-old"]);
    expect(entryOf(plan, "bd-e.2").waitsFor).toEqual(["bd-e.1", "bd-old"]);
    expect(plan.remarks).toEqual(["2 records left out that are not work: messages, templates and the like"]);
  });

  test("IF39 a cycle is named, and the dependency that closes it left out", () => {
    const waits = (id: string, on: string) => ({
      id,
      title: id,
      priority: 2,
      dependencies: [{ depends_on_id: on, type: "blocks" }],
    });
    const plan = planOf(lines(waits("bd-a", "bd-b"), waits("bd-b", "bd-c"), waits("bd-c", "bd-a")));
    expect(plan.remarks).toEqual([
      "bd-a → bd-b → bd-c → bd-a: each waits for the next; the last of these dependencies is left out",
    ]);
    expect(plan.plan.entries.map(({ targets }) => targets.length)).toEqual([1, 1, 0]);
  });

  test("what it waits for and the file lacks is named with its line", () => {
    const lost = { ...old, status: "open", dependencies: [{ depends_on_id: "bd-x", type: "blocks" }] };
    expect(planOf(`\n${lines(lost)}`).remarks).toEqual([
      'line 2: it waits for "bd-x", which is not imported',
    ]);
  });

  test("an id that no key of a plan may be becomes one, and two that would be the same are refused", () => {
    const titled = (id: string) => ({ id, title: "T", priority: 2 });
    expect(planOf(lines(titled("2fa app-7"))).plan.entries[0]?.key).toBe("i-2fa-app-7");
    expect(readBeads(lines(titled("a b"), titled("a-b")), { withClosed: false })).toEqual({
      ok: false,
      faults: ['line 2: its id is that of line 1: "a-b"'],
    });
  });
});

const record = (more: object): string => lines({ id: "bd-1", title: "T", priority: 2, ...more });

describe("IF39 a hostile export is refused within bounds, with its line", () => {
  test.each([
    [
      "depth",
      `${record({})}\n{"id":${"[".repeat(100_000)}${"]".repeat(100_000)}}`,
      "line 2: it is nested too deeply",
    ],
    [
      "a prototype",
      `{"id":"bd-1","title":"T","__proto__":{"status":"open"}}`,
      "line 1: `__proto__` is not a key",
    ],
    [
      "a nested prototype",
      `{"id":"bd-1","title":"T","metadata":[{"__proto__":1}]}`,
      "line 1: `__proto__` is not a key",
    ],
    ["NUL", `\n\n${record({ description: "a\u0000b" })}`, "line 3: a text has a NUL character"],
    [
      "a long line",
      `${record({})}\n${record({ description: "x".repeat(10_000_000) })}`,
      "line 2: it is longer than 512 kB",
    ],
    ["a line without an end", "x".repeat(10_000_000), "line 1: it is longer than 512 kB"],
    ["no JSON", `${record({})}\n{"id":`, "line 2: it is not valid JSON"],
    ["no object", `${record({})}\n7`, "line 2: `record`: Invalid input: expected object, received number"],
    [
      "a wrong type",
      record({ priority: "high" }),
      "line 1: `priority`: Invalid input: expected number, received string",
    ],
    ["too many", `${record({})}\n`.repeat(5_001), "line 5001: a file may have 5000 records at most"],
    ["empty lines without end", `${"\n".repeat(2_000_000)}x`, "line 2000001: it is not valid JSON"],
  ])("%s", (_, text, fault) => {
    const begin = performance.now();
    expect(readBeads(text, { withClosed: false })).toEqual({ ok: false, faults: [fault] });
    expect(performance.now() - begin).toBeLessThan(10_000);
  });

  test("a file of 1,000 that all wait for each other is read in seconds, with few words", () => {
    const all = Array.from({ length: 1_000 }, (_, at) => ({
      id: `bd-${at}`,
      title: "T",
      priority: 2,
      dependencies: Array.from({ length: 50 }, (__, back) => ({
        depends_on_id: `bd-${(at + back + 1) % 1_000}`,
        type: "blocks",
      })),
    }));
    const begin = performance.now();
    const plan = planOf(lines(...all));
    expect(performance.now() - begin).toBeLessThan(30_000);
    expect(plan.remarks.length).toBeLessThanOrEqual(51);
    expect(JSON.stringify(plan.remarks).length).toBeLessThan(20_000);
  });
});

describe("words of another tracker", () => {
  const goalOf = (description: string): string =>
    entryOf(planOf(record({ description })), "bd-1").message.goal.replace(/\n\nImported from.*$/s, "");

  test.each([
    ["@alice and `@bob` and a@b.c and @acme/team", "`@alice` and `@bob` and a@b.c and `@acme/team`"],
    ["> @alice said", "> `@alice` said"],
    ["a ` b @alice", "a ` b `@ alice`"],
    ["```\n@alice\n### no section\n```", "```\n@alice\n### no section\n```"],
    ["\n    @alice\n", "    @alice"],
  ])("%j notify no one", (description, goal) => {
    expect(goalOf(description)).toBe(goal);
  });

  test("a text that is cut short inside of a mention's code notifies no one", () => {
    const goal = goalOf(`${"x".repeat(39_993)} @alice is cut`);
    expect(goal.slice(39_990)).toBe("xxx ``@ alic`\n\n… (shortened)");
  });

  test.each([
    ["### Blocked by\n\n#9", "#### Blocked by\n\n#9"],
    ["a\n<!-- ### Track -->\nb", "a\n<!-- ### Track -->\nb"],
    ["```\nnever closed", "```\nnever closed"],
    ["hidden\u200b\u202e words", "hidden words"],
  ])("%j open no section and hide nothing", (description, goal) => {
    expect(goalOf(description)).toBe(goal);
  });
});
