/** Exports of a running bus: each issue once, with its dependencies, and no title that breaks out. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Ran, signalbox } from "../cli/terminal.ts";
import { startBus, type TestBus } from "../support/bus.ts";
import { openTask } from "../support/freeing.ts";

let bus: TestBus;
beforeAll(async () => {
  bus = await startBus();
  const alice = bus.as("alice");
  const first = await openTask(alice, { title: '"]; evil --> "x' });
  await openTask(alice, { title: "=1+1", blockedBy: `#${first}` });
  const done = await openTask(alice, { title: "Done" });
  await bus.settled();
  await alice.octokit.rest.issues.update({
    ...alice.repository,
    issue_number: done,
    state: "closed",
    state_reason: "completed",
  });
  await bus.settled();
}, 60_000);
afterAll(() => bus.stop());

const exported = (...flags: readonly string[]): Promise<Ran> =>
  signalbox(["export", ...flags], { SIGNALBOX_HOME: bus.home });

test("each open issue is a line of JSON with its dependencies, and with --state all each closed one, too", async () => {
  const lines = async (...flags: readonly string[]) =>
    (await exported(...flags)).out
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
  expect((await lines()).map(({ issue, blockedBy, blocking }) => ({ issue, blockedBy, blocking }))).toEqual(
    expect.arrayContaining([
      { issue: "acme/demo#1", blockedBy: [], blocking: ["acme/demo#2"] },
      { issue: "acme/demo#2", blockedBy: ["acme/demo#1"], blocking: [] },
    ]),
  );
  expect(await lines()).toHaveLength(2);
  expect((await lines("--state", "all")).map(({ issue }) => issue)).toContain("acme/demo#3");
});

test("L06 CSV has no cell that a spreadsheet would compute", async () => {
  const { out } = await exported("--format", "csv");
  expect(out).toContain("acme/demo#2,task,open,blocked,'=1+1,");
  expect(out).toContain(`acme/demo#1,task,open,ready,"""]; evil --> ""x",`);
});

test("no title breaks out of mermaid or dot", async () => {
  const mermaid = (await exported("--format", "mermaid")).out;
  expect(mermaid.match(/-->/g)).toHaveLength(1);
  const dot = (await exported("--format", "dot")).out;
  expect(dot).toContain('"acme/demo#1" -> "acme/demo#2";');
  expect(dot).toContain('\\"]; evil --> \\"x');
  expect(JSON.parse((await exported("--format", "dot", "--json", "count")).out)).toEqual({ count: 2 });
});
