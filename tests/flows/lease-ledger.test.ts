/** What `explain` says of a day of agents: who acted, how it reached us, and why it counted. */
import { afterEach, expect, test } from "vitest";
import { signalbox } from "../cli/terminal.ts";
import type { TestBus } from "../support/bus.ts";
import { type Crew, startCrew } from "../support/crew.ts";
import { readLedger } from "../support/ledger.ts";

const crew: Crew = { ada: { login: "ada" }, bea: { login: "bea" } };
let bus: TestBus;
afterEach(() => bus.stop());

const openFree = (title: string): Promise<number> =>
  bus.as("alice").open(title, "### Goal\n\nPeople can sign in.", ["kind:task"], []);

const order = (line: string, agent: string): ReturnType<typeof signalbox> =>
  signalbox(line.split(" "), { SIGNALBOX_HOME: bus.home, SIGNALBOX_AGENT: agent });

test("AG83 `explain` names for each effect of a day of agents the account, the way it came, and the reason", async () => {
  bus = await startCrew(crew);
  const said = await openFree("A");
  const ordered = await openFree("B");
  const assigned = await openFree("C");
  await bus.settled();
  await bus.as("ada").comment(said, "/claim");
  await bus.settled();
  await bus.as("ada").comment(said, "/release because tired");
  await bus.settled();
  await order(`claim ${ordered}`, "bea");
  const maria = bus.as("maria");
  await maria.octokit.rest.issues.addAssignees({
    ...maria.repository,
    issue_number: assigned,
    assignees: ["ada"],
  });
  await bus.settled();

  const rows = readLedger(bus.home);
  const begun = rows.filter(({ kind, what }) => kind === "lease" && what.includes("holds it"));
  expect(begun.map((row) => [row.actor_login, row.actor_role, row.because])).toEqual([
    ["ada", "write", "ada claimed it first, by a comment of ada, and nothing was in the way."],
    [
      "bea",
      "write",
      "bea claimed it first, by an order on the server's machine, and nothing was in the way.",
    ],
    ["ada", "write", "ada is assigned to it."],
  ]);
  // An order comes without a delivery.
  expect(begun.map(({ delivery }) => delivery !== null)).toEqual([true, false, true]);
  const page = await signalbox(["explain", `acme/demo#${ordered}`, "--home", bus.home]);
  expect(page.out).toMatch(
    /bea holds it, with token \d+.*\n {2}because bea claimed it first, by an order .* \(leases, asked by bea \(write\)\)/,
  );
  for (const row of rows.filter(({ issue_id }) => issue_id !== null)) {
    expect(row.rule, JSON.stringify(row)).not.toBe("");
    expect(row.because.length, JSON.stringify(row)).toBeGreaterThan(10);
    expect(row.what, JSON.stringify(row)).not.toBe("");
  }
});
