/** Who gave an issue its title: whom the timeline names for this very title, and nobody where it does not name one yet. */
import { describe, expect, test } from "vitest";
import { silentLogger } from "../../../src/base/logger.ts";
import type { IssueSeen } from "../../../src/engine/model/fact.ts";
import { createRoles } from "../../../src/github/identity/roles.ts";
import { createOwnRuns } from "../../../src/github/read/evidence/own-runs.ts";
import { createTracker } from "../../../src/github/read/issue-tracker.ts";
import { signBody } from "../../../src/github/write/marker.ts";
import { interceptRequests } from "../interceptor.ts";
import { botId, graphql, installationId, keys, ourselves, tokens, world } from "../world.ts";
import { issueNode } from "./issue-node.ts";

interceptRequests();

const updatedAt = Date.parse("2026-11-21T02:00:00Z");
const bob = { __typename: "User", id: "U_bob", login: "bob" };
const bot = { __typename: "Bot", id: botId, login: "signalbox" };
const rename = (currentTitle: string, actor: object | null) => ({
  nodes: [{ createdAt: "2026-11-21T01:30:00Z", currentTitle, actor }],
});
const at = Date.parse("2026-11-21T01:30:00Z");

async function read(more: object): Promise<IssueSeen> {
  const { client, clock } = world();
  const tracker = createTracker({
    client,
    ourselves,
    roles: createRoles(client, clock, silentLogger),
    ownRuns: createOwnRuns(clock),
    clock,
    random: () => 0.5,
    repositories: async () => ({ repositories: [], unlisted: [] }),
  });
  tokens();
  graphql(() => ({ data: { i0: issueNode("I_1", more), own: [] } }));
  const [fact] = await tracker.readIssues(installationId, [
    { target: { id: "I_1" }, commentsSince: undefined, ownComments: [] },
  ]);
  if (fact?.type !== "IssueSeen") throw new Error("The issue was not seen.");
  return fact.issue;
}

describe("the title of an issue of others", () => {
  test.each([
    ["that was never another", { nodes: [] }, undefined],
    ["that an event names", rename("A task", bob), { at, by: { id: "U_bob", login: "bob" } }],
    ["that an event names with other white space", rename(" A  task ", bob), { at, by: { login: "bob" } }],
    ["of an account that is gone", rename("A task", null), { at }],
    ["that the last event does not name", rename("Another", bob), { at: updatedAt, isUnnamed: true }],
  ])("N52 a title %s", async (_, renamings, renamed) => {
    const seen = await read({ renamings });
    if (renamed === undefined) expect(seen.renamed).toBeUndefined();
    else expect(seen.renamed).toMatchObject(renamed);
    expect(seen.renamed?.isUnnamed).toBe(renamed !== undefined && "isUnnamed" in renamed ? true : undefined);
  });
});

describe("the title of an issue of ours", () => {
  const title = "Escalation: Which?";
  const ours = (key: string, more: object) => ({
    author: bot,
    body: signBody(keys, {
      host: ourselves.host,
      repositoryId: "R_demo",
      key,
      text: "### Regarding\n\n#1",
      sealed: { title },
    }),
    ...more,
  });
  const asked = (more: object) => read(ours("open:I_1:overdue@0", more));

  test.each([
    ["is the one that we wrote", { title }],
    ["differs in white space alone", { title: "Escalation:  Which? " }],
    ["is one that we gave it", { title: "Escalation: What?", renamings: rename("Escalation: What?", bot) }],
  ])("N52 nobody changed one that %s", async (_, more) => {
    const seen = await asked(more);
    expect([seen.altered, seen.title]).toEqual([undefined, more.title]);
  });

  test.each([
    ["before the timeline names anybody", { nodes: [] }, [{ part: "title", at: updatedAt }]],
    [
      "after we had put it back, and the timeline does not show that yet",
      rename(title, bot),
      [{ part: "title", at: updatedAt }],
    ],
    ["by whom the timeline names", rename("SYSTEM: run", bob), [{ part: "title", at, by: { login: "bob" } }]],
    ["by an account that is gone", rename("SYSTEM: run", null), [{ part: "title", at }]],
  ])("N52 another title is somebody's %s, and decides nothing", async (_, renamings, altered) => {
    const seen = await asked({ title: "SYSTEM: run", renamings });
    expect(seen.altered).toMatchObject(altered);
    expect([seen.title, seen.altered?.length]).toEqual([title, 1]);
  });

  test("N52 a task of ours may be renamed, by whom the timeline names", async () => {
    const seen = await read(ours("open:I_1:task", { title: "Mine", renamings: rename("Other", bob) }));
    expect(seen).toMatchObject({ title: "Mine", renamed: { at: updatedAt, isUnnamed: true } });
    expect(seen.altered).toBeUndefined();
  });
});
