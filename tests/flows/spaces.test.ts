import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readContact } from "../../src/server/maintenance/data-folder.ts";
import type { Actor } from "../support/actor.ts";
import { startBus, type TestBus } from "../support/bus.ts";
import { form } from "../support/form.ts";
import { botLogin } from "../support/freeing.ts";
import { loseIndex } from "../support/store-of-flows.ts";

let bus: TestBus;
let alice: Actor;
beforeEach(async () => {
  bus = await startBus();
  alice = bus.as("alice");
});
afterEach(() => bus.stop());

const place = (issue: number) => ({ ...alice.repository, issue_number: issue });
const openSpace = (): Promise<number> =>
  alice.open("Space: Login", form({ Purpose: "Everyone can log in.", Track: "auth" }), ["kind:space"]);
const taskText = (partOf?: number): string =>
  form({ Goal: "One step of it.", ...(partOf === undefined ? {} : { "Part of": `#${partOf}` }) });
const openPart = (partOf?: number): Promise<number> => alice.open("A step", taskText(partOf), ["kind:task"]);

async function partsOf(space: number): Promise<readonly number[]> {
  const route = "GET /repos/{owner}/{repo}/issues/{issue_number}/sub_issues";
  const { data } = await alice.octokit.request(route, { ...place(space), per_page: 100 });
  return data.map(({ number }) => number).toSorted((a, b) => a - b);
}

async function attach(parent: number, child: number, login = "maria"): Promise<void> {
  const { data } = await alice.octokit.rest.issues.get(place(child));
  await bus.as(login).octokit.request("POST /repos/{owner}/{repo}/issues/{issue_number}/sub_issues", {
    ...place(parent),
    sub_issue_id: data.id,
  });
}

async function detach(parent: number, child: number): Promise<void> {
  const { data } = await alice.octokit.rest.issues.get(place(child));
  await bus.as("maria").octokit.request("DELETE /repos/{owner}/{repo}/issues/{issue_number}/sub_issue", {
    ...place(parent),
    sub_issue_id: data.id,
  });
}

async function ownTexts(issue: number): Promise<readonly string[]> {
  return (await alice.comments(issue)).filter(({ author }) => author === botLogin).map(({ body }) => body);
}

async function rebuild(): Promise<unknown> {
  const contact = readContact(bus.home);
  const headers = { authorization: `Bearer ${contact?.token}` };
  return (await fetch(`${contact?.url}/control/rebuild`, { method: "POST", headers })).json();
}

describe("a task that says it is part of a space", () => {
  test("becomes its sub-issue, moves with its text, and is left alone where people made it one", async () => {
    const first = await openSpace();
    const second = await openSpace();
    const byText = await openPart(first);
    const byHand = await openPart();
    await attach(first, byHand);
    await bus.settled();
    expect(await partsOf(first)).toEqual([byText, byHand]);
    // Written before `byHand` was attached, it would be edited only a minute later.
    bus.clock.advance(60_000);
    await bus.settled();
    expect((await ownTexts(first))[0]).toContain("**Tasks: 0 of 2 closed**, 2 ready.");
    await alice.edit(byText, { body: taskText(second) });
    await alice.edit(byHand, { body: taskText() });
    await bus.settled();
    expect(await partsOf(first)).toEqual([byHand]);
    expect(await partsOf(second)).toEqual([byText]);
    await alice.edit(byText, { body: taskText() });
    await bus.settled();
    expect(await partsOf(second)).toEqual([]);
    expect(await ownTexts(byText)).toEqual([]);
    expect(await rebuild()).toMatchObject({ differences: [] });
  });

  test("may name a space that is opened later", async () => {
    const task = await openPart(2);
    await bus.settled();
    expect((await ownTexts(task))[0]).toContain("There is no issue `#2` here.");
    expect(await openSpace()).toBe(2);
    await bus.settled();
    expect(await partsOf(2)).toEqual([task]);
    expect((await alice.see(task)).labels).not.toContain("needs-fix");
  });

  test("is not added again after a person removed it, not even by an index from GitHub alone", async () => {
    const space = await openSpace();
    const task = await openPart(space);
    const other = await openPart(space);
    await bus.settled();
    bus.clock.advance(60_000);
    await detach(space, task);
    await bus.settled();
    expect(await partsOf(space)).toEqual([other]);
    expect((await ownTexts(task))[0]).toContain(`It was removed from \`#${space}\` there`);
    await bus.stopServer();
    await loseIndex(bus.home);
    await bus.startServer();
    await bus.settled();
    expect(await partsOf(space)).toEqual([other]);
    expect(await rebuild()).toMatchObject({ differences: [] });
  });
});

describe("GitHub's limits", () => {
  test("beyond a hundred sub-issues the author is told once, on the task, which is added when there is room", async () => {
    const space = await openSpace();
    for (let count = 0; count < 99; count++) await attach(space, await alice.open("Old", "Done.", []));
    const last = await openPart(space);
    const late = await openPart(space);
    await bus.settled();
    const parts = await partsOf(space);
    expect(parts).toHaveLength(100);
    expect(parts).toContain(last);
    expect(await ownTexts(late)).toEqual([
      expect.stringContaining(`\`#${space}\` is full: GitHub takes 100 sub-issues.`),
    ]);
    await bus.sweep();
    expect(await ownTexts(late)).toHaveLength(1);
    await detach(space, parts[0] ?? 0);
    await bus.settled();
    expect(await partsOf(space)).toContain(late);
    expect((await alice.see(late)).labels).not.toContain("needs-fix");
  });

  test("a task with another parent is told where it is, and left there", async () => {
    const space = await openSpace();
    const parent = await openPart();
    const task = await openPart();
    await attach(parent, task);
    await alice.edit(task, { body: taskText(space) });
    await bus.settled();
    expect(await partsOf(parent)).toEqual([task]);
    expect(await partsOf(space)).toEqual([]);
    expect((await ownTexts(task))[0]).toContain(`It is a sub-issue of \`#${parent}\` already`);
  });

  test("a space nine levels down takes no task, and GitHub's reason is said on the task", async () => {
    let parent = await alice.open("Top", "Everything.", []);
    for (let level = 2; level <= 7; level++) {
      const child = await alice.open(`Level ${level}`, "Less.", []);
      await attach(parent, child);
      parent = child;
    }
    const space = await openSpace();
    await attach(parent, space);
    const task = await openPart(space);
    await bus.settled();
    expect(await partsOf(space)).toEqual([]);
    expect((await ownTexts(task))[0]).toContain("Parent cannot have more than 8 layers of sub-issues");
  });
});

describe("the status comment of a space", () => {
  test("follows its tasks with one edit a minute, however much they change", async () => {
    const space = await openSpace();
    const tasks = [await openPart(space), await openPart(space), await openPart(space)];
    await bus.settled();
    bus.clock.advance(120_000);
    const { node_id: id } = (await alice.octokit.rest.issues.get(place(space))).data;
    const edits = (): number =>
      bus
        .ledger()
        .filter(
          ({ issue_id, kind, what }) =>
            issue_id === id && kind === "done" && what === "edit the status comment",
        ).length;
    const before = edits();
    for (const task of tasks) {
      await alice.close(task);
      await bus.settled();
    }
    expect(edits() - before).toBe(1);
    expect((await ownTexts(space))[0]).toContain("**Tasks: 1 of 3 closed**, 2 ready.");
    bus.clock.advance(60_000);
    await bus.settled();
    expect((await ownTexts(space))[0]).toContain("**Tasks: 3 of 3 closed**.");
    expect(edits() - before).toBe(2);
    expect(await alice.see(space)).toMatchObject({ state: "open" });
    expect(await ownTexts(space)).toHaveLength(1);
  });
});
