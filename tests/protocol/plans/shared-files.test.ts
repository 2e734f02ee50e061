/** Tasks of a plan that would wait for each other's files. */
import { expect, test } from "vitest";
import { orderOf } from "../../../src/protocol/plans/plan-order.ts";
import { readPlan } from "../../../src/protocol/plans/read-plan.ts";
import { sharedFiles } from "../../../src/protocol/plans/shared-files.ts";

function sharedIn(tasks: Readonly<Record<string, object>>): readonly string[] {
  const filled = Object.entries(tasks).map(([key, task]) => [key, { title: key, goal: "G", ...task }]);
  const reading = readPlan(JSON.stringify({ plan: "p", tasks: Object.fromEntries(filled) }));
  const order = orderOf(reading.ok ? reading.plan.entries : []);
  const found = sharedFiles(order.ok ? order.entries : [], ({ repo }) => repo?.repo ?? "");
  return found.map(({ keys, globs }) => `${keys.join("+")}: ${globs.join(" ")}`);
}

test("two tasks that may be worked on simultaneously and touch a common path are found", () => {
  const all = ["src/**"];
  const one = ["docs/a.md", "src/*/index.ts"];
  expect(sharedIn({ a: { files: all }, b: { files: one } })).toEqual(["a+b: src/** src/*/index.ts"]);
});

test("tasks that wait for each other, also through others, share nothing, nor do those of different repositories", () => {
  const files = ["src/**"];
  const chain = { c: { files, blocked_by: ["b"] }, b: { blocked_by: ["a"] }, a: { files } };
  expect(sharedIn(chain)).toEqual([]);
  expect(sharedIn({ a: { files }, b: { files, repo: "acme/web" } })).toEqual([]);
  expect(sharedIn({ a: { files: ["src/*.ts"] }, b: { files: ["src/*.md"] } })).toEqual([]);
});

test("of many only the first are named, and soon", () => {
  const tasks = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`t${at}`, { files: ["**"] }]));
  expect(sharedIn(tasks)).toHaveLength(20);
});
