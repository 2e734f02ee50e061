/** What the index has of a repository that was removed from the installation is deleted after a time. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readContact } from "../../src/server/maintenance/data-folder.ts";
import type { Actor } from "../support/actor.ts";
import { startBus, type TestBus } from "../support/bus.ts";
import { openTask, questionText } from "../support/freeing.ts";
import { twoRepositories } from "../support/seeds.ts";
import { isInIndex, rowsOfIndex } from "../support/store-of-flows.ts";

const dayMs = 24 * 60 * 60_000;
/** How long the server sleeps between two deletions of old rows. */
const retentionMs = 6 * 60 * 60_000;

let bus: TestBus;
let alice: Actor;
let there: Actor;
beforeEach(async () => {
  const app = { ...twoRepositories.app, repositories: ["acme/demo", "acme/api"] };
  // The App may read a public repository after it was removed, too, and then sees its issues as blockers.
  const repositories = twoRepositories.repositories.map((each) => ({
    ...each,
    private: each.fullName === "acme/api",
  }));
  bus = await startBus({ seed: { ...twoRepositories, repositories, app } });
  [alice, there] = [bus.as("alice"), bus.as("alice", "acme/api")];
});
afterEach(() => bus.stop());

async function select(isSelected: boolean): Promise<void> {
  const { data } = await bus.as("maria").octokit.rest.repos.get({ owner: "acme", repo: "api" });
  const path = `/user/installations/${bus.hub.app.installationId}/repositories/${data.id}`;
  expect((await bus.testHub.as("maria")(isSelected ? "PUT" : "DELETE", path)).status).toBe(204);
  await bus.settled();
}

/** Also lets the server delete what is old by then. */
async function pass(days: number): Promise<void> {
  bus.clock.advance(days * dayMs);
  await expect.poll(() => bus.clock.isSleptFor(retentionMs), { timeout: 10_000 }).toBe(true);
  await bus.settled();
}

async function rebuild(): Promise<unknown> {
  const contact = readContact(bus.home);
  const headers = { authorization: `Bearer ${contact?.token}` };
  return (await fetch(`${contact?.url}/control/rebuild`, { method: "POST", headers })).json();
}

async function blockAcross(waiting: readonly [Actor, number], blocker: readonly [Actor, number]) {
  const [actor, number] = blocker;
  const { data } = await actor.octokit.rest.issues.get({ ...actor.repository, issue_number: number });
  const [waiter, issue] = waiting;
  await waiter.octokit.rest.issues.addBlockedByDependency({
    ...waiter.repository,
    issue_number: issue,
    issue_id: data.id,
  });
}

const repositories = () =>
  new Set(rowsOfIndex(bus.home, "SELECT repository_id FROM issue").flatMap(Object.values));
const ready = ["kind:task", "status:ready"];

describe("a removed repository", () => {
  test("is deleted from the index after 30 days, and what waits for one of its issues stays blocked", async () => {
    const open = await openTask(alice);
    const done = await openTask(alice);
    const waiting = await openTask(there);
    const blocker = await there.open("Tokens", "### Goal\n\nThe unmistakable tokens of the API.", [
      "kind:task",
    ]);
    await bus.settled();
    await blockAcross([alice, open], [there, blocker]);
    await blockAcross([alice, done], [there, blocker]);
    await blockAcross([there, waiting], [alice, open]);
    await bus.settled();
    await alice.close(done);
    await bus.settled();
    await select(false);
    expect(repositories().size).toBe(2);
    await pass(29);
    expect(repositories().size).toBe(2);
    await pass(2);
    expect(repositories().size).toBe(1);
    expect(bus.ledger().filter(({ kind }) => kind === "forgotten")).toMatchObject([
      { rule: "retention", what: "delete 2 issues of acme/api from the index" },
    ]);
    expect((await alice.see(open)).labels).toEqual(["kind:task", "status:blocked"]);
    expect(await rebuild()).toMatchObject({ repositories: 1, differences: [] });
    expect((await fetch(`${bus.server().url}/health`)).status).toBe(200);
    await select(true);
    expect(await rebuild()).toMatchObject({ repositories: 2, differences: [] });
    await there.close(blocker);
    await bus.settled();
    expect((await alice.see(open)).labels).toEqual(ready);
  });

  test("is as it was if it comes back before, and has its whole time when it leaves again", async () => {
    const task = await openTask(there);
    const question = await there.open("Q", questionText(`#${task}`, "Which?"), ["kind:question"]);
    await bus.settled();
    await select(false);
    await pass(29);
    await bus.as("bob", "acme/api").comment(question, "/answer Opaque tokens.");
    await select(true);
    expect((await there.see(task)).labels).toEqual(ready);
    expect(rowsOfIndex(bus.home, "SELECT * FROM removed_repository")).toEqual([]);
    await select(false);
    await pass(29);
    expect(repositories().size).toBe(1);
    await select(true);
    expect((await there.see(task)).labels).toEqual(ready);
    expect(await rebuild()).toMatchObject({ repositories: 2, differences: [] });
  });

  test("is deleted when the App is uninstalled, with its texts", async () => {
    await alice.open("Secret", "### Goal\n\nThe unmistakable plan.", ["kind:task"]);
    await bus.settled();
    expect(isInIndex(bus.home, "unmistakable plan")).toBe(true);
    await bus.testHub.asApp()("DELETE", `/app/installations/${bus.hub.app.installationId}`);
    await bus.settled();
    await pass(31);
    expect([...repositories()]).toEqual([]);
    expect((await fetch(`${bus.server().url}/health`)).status).toBe(200);
  });
});
