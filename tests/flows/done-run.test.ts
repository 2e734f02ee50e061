/** What an agent is told whose task is done: that its own handover was accepted is no loss of the task. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { signalbox } from "../cli/terminal.ts";
import { beginRun, besideServer } from "../support/begun-run.ts";
import type { TestBus } from "../support/bus.ts";
import { startCrew } from "../support/crew.ts";
import { form } from "../support/form.ts";

let bus: TestBus;
let folder: string;
let task: number;
let inRun: Readonly<Record<string, string>>;
/** The same agent with the server's data folder, as its hooks have it outside of a run. */
let beside: Readonly<Record<string, string>>;
beforeEach(async () => {
  bus = await startCrew({ ada: { login: "ada" }, bea: { login: "bea" } });
  folder = mkdtempSync(join(tmpdir(), "signalbox-done-run-"));
  task = await bus.as("alice").open("Retry the queue", "### Goal\n\nIt works.", ["kind:task"], []);
  await bus.settled();
  const begun = await beginRun(bus, folder, "ada", task);
  inRun = { ...begun.variables, SIGNALBOX_ISSUE: String(task) };
  const shown = await signalbox(["show", String(task), "--json"], besideServer(bus, "ada"));
  const lease = String(JSON.parse(shown.out).holder.token);
  beside = { ...besideServer(bus, "ada"), SIGNALBOX_ISSUE: String(task), SIGNALBOX_LEASE: lease };
});
afterEach(async () => {
  rmSync(folder, { recursive: true, force: true });
  await bus.stop();
});

async function handOver(login: string): Promise<number> {
  const says = {
    Completes: `#${task}`,
    Status: "complete",
    Changes: "- README.md: says it",
    Verified: "- npm test: passed",
    Context: "Nobody had said it before.",
    "Next steps": "None.",
  };
  const handover = await bus.as(login).open("Handover: it", form(says), ["kind:handover"]);
  await bus.settled();
  await bus.as("maria").comment(handover, "/accept because it works");
  await bus.settled();
  const { data } = await bus
    .as("maria")
    .octokit.rest.issues.get({ ...bus.as("maria").repository, issue_number: task });
  expect(data.state).toBe("closed");
  return handover;
}

test("an agent's accepted handover stops none of its steps, and is named wherever its lease or its run's secret has ended", async () => {
  const handover = await handOver("ada");
  const done = `acme/demo#${task}: your handover #${handover} was accepted, so the task is done.\n`;
  expect(await signalbox(["beat"], inRun)).toEqual({ code: 0, out: "", err: done });
  expect(await signalbox(["beat"], beside)).toEqual({ code: 0, out: "", err: done });
  const shown = await signalbox(["show", String(task)], inRun);
  expect(shown).toMatchObject({
    code: 4,
    err: expect.stringContaining(`Handover #${handover} of this run was accepted, so its task is done`),
  });
  expect(shown.err).toContain("end your run");
});

test("`hand-over` says that it was accepted although the run's secret opens nothing any more", async () => {
  const handover = await handOver("ada");
  const words = ["--status", "complete", "--changes", "none", "--verified", "none", "--next-steps", "None."];
  const again = ["hand-over", String(task), ...words, "--context", "It had been done.", "--key", "done"];
  const ran = await signalbox(again, inRun);
  expect(ran).toEqual({
    code: 0,
    out: `Opened before: acme/demo#${handover}\nAccepted.\n`,
    err: "Nothing of this was written: your handover of the task had been accepted before.\n",
  });
  const waited = await signalbox([...again, "--wait", "--json"], inRun);
  expect([waited.code, JSON.parse(waited.out)]).toMatchObject([0, { verdict: { outcome: "accepted" } }]);
});

test("`hand-over` of another task than the run's own is not what was accepted", async () => {
  const handover = await handOver("ada");
  const other = await bus.as("alice").open("Another", "### Goal\n\nIt works.", ["kind:task"], []);
  await bus.settled();
  const words = ["--status", "complete", "--changes", "none", "--verified", "none", "--next-steps", "None."];
  const ran = await signalbox(
    ["hand-over", String(other), ...words, "--context", "It had been done."],
    inRun,
  );
  expect(ran).toMatchObject({
    code: 1,
    err: expect.stringContaining(`Handover #${handover} of this run was accepted`),
  });
});

test.each([
  ["a person's handover", () => handOver("bob")],
  ["a person who closes it", () => closeAs("maria")],
])("a task that ended by %s stops its agent", async (_, end) => {
  await end();
  for (const env of [inRun, beside])
    expect(await signalbox(["beat"], env)).toMatchObject({
      code: 2,
      err: expect.stringContaining("your lease"),
    });
  expect((await signalbox(["show", String(task)], inRun)).err).toContain("no longer holds its task");
});

async function closeAs(login: string): Promise<void> {
  const { octokit, repository } = bus.as(login);
  await octokit.rest.issues.update({ ...repository, issue_number: task, state: "closed" });
  await bus.settled();
}
