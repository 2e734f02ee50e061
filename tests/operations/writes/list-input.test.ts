/** Tests how lists are read that agents give to commands: as AGENTS.md teaches them, in one value or in several. */
import { expect, test } from "vitest";
import { lock } from "../../../src/operations/locks/lock.ts";
import type { Operation } from "../../../src/operations/operation.ts";
import { spaceStart } from "../../../src/operations/spaces/start.ts";
import { ask } from "../../../src/operations/writes/ask.ts";
import { callVote } from "../../../src/operations/writes/call-vote.ts";
import { escalate } from "../../../src/operations/writes/escalate.ts";
import { handOver } from "../../../src/operations/writes/hand-over.ts";
import { task } from "../../../src/operations/writes/task.ts";

const handed = {
  task: "12",
  status: "complete",
  changes: ["none"],
  verified: ["npm test: passed"],
  context: "Tokens end after an hour.",
  nextSteps: "1. Log out.",
};

function read({ input }: Operation, given: object, name: string): unknown {
  const { data, error } = input.safeParse(given);
  return data === undefined ? error?.issues.map(({ message }) => message).join("\n") : data[name];
}

const changesIn = (...changes: readonly string[]) => read(handOver, { ...handed, changes }, "changes");
const verifiedIn = (...verified: readonly string[]) => read(handOver, { ...handed, verified }, "verified");

const two = [
  { name: "a.ts", note: "asks" },
  { name: "src/b.ts", note: "answers: twice" },
];

test.each([
  ["as AGENTS.md writes them", ["- a.ts: asks", "- src/b.ts: answers: twice"]],
  ["in backticks", ["- `a.ts`: asks", "`src/b.ts`: answers: twice"]],
  ["as two lines of a list", ["- a.ts: asks\n- src/b.ts: answers: twice"]],
  ["as two lines without marks", ["a.ts: asks\nsrc/b.ts: answers: twice"]],
  ["with a mark in one of the lines", ["- a.ts: asks\nsrc/b.ts: answers: twice"]],
  ["as numbers and stars, with empty lines between", ["1. a.ts: asks\n\n* src/b.ts: answers: twice"]],
  ["with a line that goes on", ["- a.ts:\n  asks\n- src/b.ts: answers:\n  twice"]],
])("changed files are the same %s", (_, given) => {
  expect(changesIn(...given)).toEqual(two);
});

test.each([
  "- npm test: passed",
  "npm test: passed",
  "- `npm test`: passed",
  "- [x] npm test: passed",
  "* npm test: passed",
])("%j names the check `npm test`", (given) => {
  expect(verifiedIn(given)).toEqual([{ name: "npm test", note: "passed" }]);
});

test("several checks in one value are several, and none becomes part of another", () => {
  expect(verifiedIn("npm test: passed, 41 tests\n- npm run lint: passed", "tsc: passed")).toEqual([
    { name: "npm test", note: "passed, 41 tests" },
    { name: "npm run lint", note: "passed" },
    { name: "tsc", note: "passed" },
  ]);
});

test("a line that may be an item, or go on with the one above, is asked about", () => {
  const problem = "`npm run lint passed` may be an item of its own, or go on with the line above";
  expect(verifiedIn("npm test: passed\nnpm run lint passed")).toContain(problem);
  expect(verifiedIn("- npm test: passed\nnpm run lint passed")).toContain("indent a line that goes on");
  expect(changesIn("src/a.ts: asks\nand answers")).toContain("Write each item as `- src/login.ts: asks");
});

test.each(["none", "None.", "- none", "n/a"])("%j says that nothing changed", (given) => {
  expect(changesIn(given)).toEqual([]);
});

test.each([
  ["several flags", ["14", "#15"]],
  ["one value, with a comma", ["#14, #15"]],
  ["one value, with blanks", ["14 15"]],
  ["a list", ["- #14\n- #15"]],
])("issues in %s are the same issues", (_, given) => {
  const both = [{ number: 14 }, { number: 15 }];
  expect(read(handOver, { ...handed, blockers: given }, "blockers")).toEqual(both);
  expect(read(handOver, { ...handed, discoveries: given }, "discoveries")).toEqual(both);
  expect(read(task, { title: "Log out", goal: "It ends.", blockedBy: given }, "blockedBy")).toEqual(both);
  expect(read(task, { title: "Log out", goal: "It ends.", together: given }, "together")).toEqual(both);
  expect(read(spaceStart, { title: "Log in", task: given }, "task")).toEqual(both);
});

test("no issues are `none`", () => {
  expect(read(handOver, { ...handed, blockers: ["none"] }, "blockers")).toEqual([]);
  expect(read(handOver, { ...handed, blockers: ["the login"] }, "blockers")).toContain("is not an issue");
});

test("options are the same with and without the marks of a list, and keep their pros and cons", () => {
  const asked = { task: "12", question: "Which?", context: "Both work." };
  const put = { issue: "12", question: "Which?", context: "Both.", delay: "None." };
  const voted = { title: "Which?", voters: ["ada"] };
  const both = ["SQLite: one file", "Postgres: a server"];
  for (const given of [
    both,
    ["- SQLite: one file", "- Postgres: a server"],
    ["1. SQLite: one file\n2. Postgres: a server"],
  ]) {
    expect(read(ask, { ...asked, options: given }, "options")).toEqual(both);
    expect(read(escalate, { ...put, options: given }, "options")).toEqual(both);
    expect(read(callVote, { ...voted, options: given }, "options")).toEqual(both);
  }
  const pros = "SQLite\n+ one file\n- one writer";
  expect(read(ask, { ...asked, options: [pros] }, "options")).toEqual([pros]);
});

test("files, abilities and conditions are the same with and without the marks of a list", () => {
  const opened = { title: "Log out", goal: "It ends." };
  for (const files of [["src/**", "docs/a.md"], ["- `src/**`\n- docs/a.md"], ["src/**\ndocs/a.md"]]) {
    expect(read(task, { ...opened, files }, "files")).toEqual(["src/**", "docs/a.md"]);
    expect(read(spaceStart, { title: "Log in", pin: files }, "pin")).toEqual(["src/**", "docs/a.md"]);
    expect(read(lock, { issue: "12", globs: files }, "globs")).toEqual(["src/**", "docs/a.md"]);
  }
  expect(read(task, { ...opened, acceptance: ["- [ ] It ends\n- [ ] It says so"] }, "acceptance")).toEqual([
    "It ends",
    "It says so",
  ]);
});
