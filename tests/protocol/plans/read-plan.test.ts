/** Plan files: what they mean, and what is said of each mistake. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { faultsIn, unfitIn } from "../../../src/protocol/plans/check-plan.ts";
import { planJsonSchema } from "../../../src/protocol/plans/plan-schema.ts";
import { readPlan } from "../../../src/protocol/plans/read-plan.ts";

const demo = { owner: "acme", repo: "demo" };

function faultsOf(text: string): readonly string[] {
  const reading = readPlan(text);
  return reading.ok ? faultsIn(reading, (entry) => entry.repo ?? reading.plan.repo ?? demo) : reading.faults;
}

const task = (more: string): string => `plan: p\ntasks:\n  a: { title: A, goal: It works., ${more} }\n`;

test("a plan has its tasks and questions by key, with what they name", () => {
  const reading = readPlan(`
plan: rewrite
repo: acme/demo
tasks:
  web: { repo: acme/web, title: Show it, goal: People see it., blocked_by: [journal, "#9", "acme/store#3"] }
  journal: { title: Write it, goal: It is kept., acceptance: [It survives a crash.] }
questions:
  which: { title: Which?, blocks: [web], category: tooling, urgency: important, context: Two work. }
`);
  expect(reading.ok && reading.plan).toMatchObject({
    name: "rewrite",
    repo: demo,
    entries: [
      {
        key: "web",
        kind: "task",
        repo: { owner: "acme", repo: "web" },
        targets: [
          { type: "entry", key: "journal" },
          { type: "issue", ref: { number: 9 } },
          { type: "issue", ref: { owner: "acme", repo: "store", number: 3 } },
        ],
      },
      { key: "journal", message: { acceptance: [{ text: "It survives a crash.", done: false }] } },
      { key: "which", kind: "question", targets: [{ type: "entry", key: "web" }] },
    ],
  });
});

test("AG72 tasks that land together name each other, whichever of them the file says it of", () => {
  const reading = readPlan(`
plan: release
tasks:
  server: { title: Serve it, goal: It answers., together_with: [web, "acme/docs#3"] }
  web: { repo: acme/web, title: Show it, goal: People see it., together_with: [server] }
  api: { repo: acme/api, title: Say it, goal: Clients know it., together_with: [web] }
`);
  const entry = (key: string) => ({ type: "entry", key });
  const docs = { type: "issue", ref: { owner: "acme", repo: "docs", number: 3 } };
  expect(reading.ok && reading.plan.entries).toMatchObject([
    { key: "server", together: [entry("web"), docs], targets: [] },
    { key: "web", together: [entry("server"), entry("api")] },
    { key: "api", together: [entry("web")] },
  ]);
  expect(reading.ok && faultsIn(reading, () => demo)).toEqual([]);
});

describe("AG71 a mistake in a plan is named with its line", () => {
  test.each([
    ["tasks: {}\n", ["`plan`: found nothing, expected a string"]],
    ["plan: p\ntasks:\n  a: { title: A }\n", ["line 3: `tasks.a.goal`: found nothing, expected a string"]],
    [
      "plan: p\ntasks:\n  a:\n    title: A\n    goal: B\n    prioritty: p1\n",
      ["line 6: `tasks.a.prioritty` is not a key of a plan; did you mean `priority`?"],
    ],
    [
      "plan: p\ntasks:\n  a:\n    title: A\n    goal: B\n    priority: urgent\n",
      ['line 6: `tasks.a.priority`: found `"urgent"`, expected one of `"p0"`, `"p1"`, `"p2"`, `"p3"`'],
    ],
    [
      "plan: p\ntasks:\n  a:\n    title: A\n    goal: B\n    blocked_by:\n      - b\n      - #9\n",
      ["line 8: `tasks.a.blocked_by.1`: found `null`, expected a string"],
    ],
    ["plan: p\ntasks:\n  a: {title: A\n", ["line 4 is not valid YAML or JSON, or repeats a key"]],
    [
      "plan: p\ntasks:\n  a: {title: A, goal: B}\n  a: {title: A, goal: B}\n",
      ["line 4 is not valid YAML or JSON, or repeats a key"],
    ],
    [
      "plan: p\ntasks:\n  a: {title: A, goal: B}\nquestions:\n  a: {title: A, category: tooling, urgency: nice-to-have, context: C}\n",
      ["line 5: `a` is a task, too: keys are unique"],
    ],
    ["plan: p\ntasks: &t\n  a: {title: A, goal: B}\n", ["it uses an anchor"]],
    [
      "plan: p\ntasks:\n  a b: {title: A, goal: B}\n",
      [
        "line 3: `tasks.a b` is not a valid name: expected letters, digits, dots, hyphens and underscores, a letter first",
      ],
    ],
    [
      task("blocked_by: [nowhere]"),
      [
        'line 3: `a.blocked_by` names "nowhere", which is neither a key of this plan nor an issue such as "#9"',
      ],
    ],
    [
      task('together_with: [a, nowhere, "#7"]'),
      [
        "line 3: `a.together_with` names the task itself",
        'line 3: `a.together_with` names "nowhere", which is neither a key of this plan nor an issue such as "#9"',
      ],
    ],
    [task("blocked_by: [a]"), ["line 3: a → a: each waits for the next, so none can start"]],
    [
      task('files: ["src/{x,y}/**"]'),
      ["line 3: `a.files` would be read differently from the issue: reword it"],
    ],
  ])("%j", (text, faults) => {
    expect(faultsOf(text)).toEqual(faults);
  });

  test("a plan that is too large is not parsed", () => {
    expect(faultsOf(`plan: p\n# ${"x".repeat(600_000)}`)).toEqual(["it is larger than 524288 bytes"]);
  });

  test("a question that lies between tasks is named by `blocks`", () => {
    const text = `plan: p
tasks:
  a: { title: A, goal: B, blocked_by: [q] }
questions:
  q: { title: Q, category: tooling, urgency: blocking, context: C }
`;
    expect(faultsOf(text)).toEqual([
      'line 3: `a.blocked_by` names the question "q": name this task in `q.blocks` instead',
      "line 5: `q`: A question with urgency `blocking` must say which task waits for it.",
    ]);
  });

  test("a question lands with no task", () => {
    const text = `plan: p
tasks:
  a: { title: A, goal: B, together_with: [q] }
questions:
  q: { title: Q, blocks: [a], category: tooling, urgency: blocking, context: C }
`;
    expect(faultsOf(text)).toEqual([
      'line 3: `a.together_with` names the question "q": only tasks land together',
    ]);
  });

  test("an entry that no repository is named for says so", () => {
    const reading = readPlan(task(""));
    expect(reading.ok && faultsIn(reading, () => undefined)).toEqual([
      "line 3: `a` names no repository: write `repo: owner/name` there or at the top, or give --repo",
    ]);
  });

  test("a capability that no agent has is named, and nothing is checked without a roster", () => {
    const reading = readPlan(task("requires: [SQL, go]"));
    expect(reading.ok && unfitIn(reading, () => new Set(["sql"]))).toEqual([
      'line 3: `a.requires`: no agent there has "go"',
    ]);
    expect(reading.ok && unfitIn(reading, () => undefined)).toEqual([]);
  });
});

test("a chain of a thousand tasks is put in order, and its ring is found", () => {
  const chain = (last: string): string =>
    JSON.stringify({
      plan: "chain",
      tasks: Object.fromEntries(
        Array.from({ length: 1_000 }, (_, at) => [
          `t${at}`,
          {
            title: "T",
            goal: "G",
            blocked_by: at === 999 ? [last].filter((key) => key !== "") : [`t${at + 1}`],
          },
        ]),
      ),
    });
  expect(faultsOf(chain(""))).toEqual([]);
  expect(faultsOf(chain("t0"))).toEqual([
    expect.stringMatching(/^line 1: t0 → t1 → .* → t999 → t0: each waits/),
  ]);
});

test("the editors' schema of plans is derived from the schema that files are checked against", () => {
  const shipped = readFileSync(new URL("../../../docs/plan.schema.json", import.meta.url), "utf8");
  expect(JSON.parse(shipped)).toEqual(JSON.parse(JSON.stringify(planJsonSchema())));
});
