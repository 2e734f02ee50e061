/**
 * Attacks on what a task waits for: each tries to free it by what anybody with the role *triage* may do on GitHub's page,
 * or an agent that did not ask. What counts is who did it, by GitHub's timeline.
 */
import { rmSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { journalIn } from "../../src/store/sqlite/home.ts";
import type { Actor } from "../support/actor.ts";
import type { TestBus } from "../support/bus.ts";
import { startBus } from "../support/bus.ts";
import { type Crew, nameCrew, seedWith } from "../support/crew.ts";
import { botLogin, openTask, questionText } from "../support/freeing.ts";
import { loseIndex } from "../support/store-of-flows.ts";

const crew: Crew = { ada: { login: "ada" }, bea: { login: "bea" } };

let bus: TestBus;
let alice: Actor;
/** Has the role *triage*. */
let sam: Actor;
let count = 0;

beforeAll(async () => {
  const seed = seedWith(crew);
  const [demo, ...others] = seed.repositories;
  if (demo === undefined) throw new Error("The demo has no repository.");
  const roles = { ...demo.roles, sam: "triage" as const };
  const elsewhere = [false, true].map((isPrivate) => ({
    fullName: isPrivate ? "acme/hidden" : "acme/far",
    private: isPrivate,
    roles: { alice: "write" as const, sam: "triage" as const },
  }));
  bus = await startBus({
    seed: {
      ...seed,
      people: { ...seed.people, sam: "sam" },
      repositories: [{ ...demo, roles }, ...others, ...elsewhere],
      app: { ...seed.app, repositories: ["acme/demo"] },
    },
  });
  await nameCrew(bus, crew);
  alice = bus.as("alice");
  sam = bus.as("sam");
});
afterAll(() => bus.stop());
beforeEach(() => {
  count += 1;
});

async function openBlocked(): Promise<{ readonly blocker: number; readonly task: number }> {
  const blocker = await openTask(alice, { title: `First ${count}` });
  const task = await openTask(alice, { title: `Second ${count}`, blockedBy: `#${blocker}` });
  await bus.settled();
  expect(await alice.blockers(task)).toEqual([blocker]);
  return { blocker, task };
}

async function openAsked(asker: Actor): Promise<{ readonly question: number; readonly task: number }> {
  const task = await openTask(alice, { title: `Waiting ${count}` });
  await bus.settled();
  const question = await asker.open(
    `Q: May part ${count} delete all customer accounts?`,
    questionText(task, `Part ${count} could.`),
    ["kind:question"],
  );
  await bus.settled();
  expect(await alice.blockers(task)).toEqual([question]);
  return { question, task };
}

/** A question of alice's about something else that is answered. */
async function openAnswered(): Promise<number> {
  const other = await openTask(alice, { title: `Other ${count}` });
  const trivial = await alice.open(
    `Q: Which green is the button of page ${count}?`,
    questionText(other, `Page ${count} has a button.`),
    ["kind:question"],
  );
  await bus.settled();
  await bus.as("maria").comment(trivial, "/answer The light one.");
  await bus.settled();
  expect(await alice.see(trivial)).toMatchObject({ state: "closed" });
  return trivial;
}

async function status(issue: number): Promise<string> {
  const ours = (await alice.comments(issue)).filter(({ author }) => author === botLogin);
  return ours.find(({ body }) => body.startsWith("**"))?.body ?? "";
}

async function expectBlocked(task: number): Promise<void> {
  expect((await alice.see(task)).labels).toContain("status:blocked");
  const told = (await alice.comments(task)).filter(({ body }) => body.includes("unblocked"));
  expect(told).toEqual([]);
}

async function expectReady(task: number): Promise<void> {
  expect((await alice.see(task)).labels).toContain("status:ready");
}

describe("an account that may only triage does not free a task", () => {
  test("it closes the blocker: the task waits, the status says who did it, and /unblock settles it", async () => {
    const { blocker, task } = await openBlocked();
    await sam.close(blocker);
    await bus.settled();
    await expectBlocked(task);
    expect(await status(task)).toContain("closed by sam, who may not end it for others");
    expect(await status(task)).toMatch(/has to decide/);
    await alice.comment(task, `/unblock #${blocker}`);
    await bus.settled();
    await expectReady(task);
  });

  test("it closes the blocker, and somebody with write access closes it again: the task is free", async () => {
    const { blocker, task } = await openBlocked();
    await sam.close(blocker);
    await bus.settled();
    await expectBlocked(task);
    await alice.reopen(blocker);
    await bus.settled();
    await alice.close(blocker);
    await bus.settled();
    await expectReady(task);
  });

  test("it removes the dependency: it is put back, the status says so, and /unblock ends it", async () => {
    const { blocker, task } = await openBlocked();
    await sam.unblock(task, blocker);
    await bus.settled();
    await expectBlocked(task);
    expect(await alice.blockers(task)).toEqual([blocker]);
    expect(await status(task)).toContain(`\`sam\` removed "blocked by" #${blocker} without write access`);
    await sam.unblock(task, blocker);
    await bus.settled();
    expect(await alice.blockers(task)).toEqual([blocker]);
    await alice.comment(task, `/unblock #${blocker}`);
    await bus.settled();
    await expectReady(task);
    expect(await alice.blockers(task)).toEqual([]);
  });

  test("it closes a question as a duplicate of one that is answered: the task waits, and a person is asked", async () => {
    const trivial = await openAnswered();
    const { question, task } = await openAsked(alice);
    await sam.closeAsDuplicate(question, trivial);
    await bus.settled();
    await expectBlocked(task);
    expect(await alice.blockers(task)).toEqual([question]);
    expect(await status(task)).toContain("closed by sam, who may not end it for others");
  });

  test("it closes a task as a duplicate of one that is done", async () => {
    const done = await openTask(alice, { title: `Done ${count}` });
    await bus.settled();
    await alice.close(done);
    const { blocker, task } = await openBlocked();
    await sam.closeAsDuplicate(blocker, done);
    await bus.settled();
    await expectBlocked(task);
    expect(await alice.blockers(task)).toEqual([blocker]);
  });
});

/** A task that waits for an issue of a repository in which the App is not installed. */
async function openBlockedFrom(repo: "far" | "hidden"): Promise<{
  readonly task: number;
  readonly name: string;
  readonly cut: (by: Actor) => Promise<void>;
}> {
  const task = await openTask(alice, { title: `Far ${count}` });
  const { issues } = alice.octokit.rest;
  const { data } = await issues.create({ owner: "acme", repo, title: `Elsewhere ${count}` });
  const edge = { owner: "acme", repo: "demo", issue_number: task, issue_id: data.id };
  await issues.addBlockedByDependency(edge);
  await bus.settled();
  expect((await alice.see(task)).labels).toContain("status:blocked");
  const cut = async (by: Actor): Promise<void> => {
    await by.octokit.rest.issues.removeDependencyBlockedBy(edge);
    await bus.settled();
  };
  return { task, name: `acme/${repo}#${data.number}`, cut };
}

describe("a dependency on an issue of a repository that is not served", () => {
  test("removed by an account that may only triage, it is put back, and /unblock ends it", async () => {
    const { task, name, cut } = await openBlockedFrom("far");
    await cut(sam);
    await expectBlocked(task);
    expect(await alice.blockers(task)).toHaveLength(1);
    expect(await status(task)).toContain(`\`sam\` removed "blocked by" ${name} without write access`);
    await alice.comment(task, `/unblock ${name}`);
    await bus.settled();
    await expectReady(task);
  });

  test("that the App cannot see, it is put before a person, who may continue without it", async () => {
    const { task, cut } = await openBlockedFrom("hidden");
    await cut(sam);
    await expectBlocked(task);
    expect(await status(task)).toContain("who may not end it for others");
    const asked = /has to decide in #(\d+)/.exec(await status(task))?.[1];
    await bus.as("maria").comment(Number(asked), "/decide 1 because nobody knows what it was");
    await bus.settled();
    await expectReady(task);
  });

  test("removed by an account that may, it frees the task", async () => {
    for (const repo of ["far", "hidden"] as const) {
      const { task, cut } = await openBlockedFrom(repo);
      await cut(alice);
      await expectReady(task);
    }
  });
});

describe("an agent does not decide another's question by marking it", () => {
  test("a duplicate of an answered one: the task waits", async () => {
    const trivial = await openAnswered();
    const { question, task } = await openAsked(bus.as("bea"));
    await bus.as("ada").closeAsDuplicate(question, trivial);
    await bus.settled();
    await expectBlocked(task);
    expect(await alice.blockers(task)).toEqual([question]);
  });
});

describe("who may frees a task as before", () => {
  test("the blocker is closed, the dependency removed, the question marked as a duplicate", async () => {
    const one = await openBlocked();
    await alice.close(one.blocker);
    const two = await openBlocked();
    await alice.unblock(two.task, two.blocker);
    const trivial = await openAnswered();
    const three = await openAsked(alice);
    await bus.as("maria").closeAsDuplicate(three.question, trivial);
    await bus.settled();
    await expectReady(one.task);
    await expectReady(two.task);
    await expectReady(three.task);
  });

  test("the asker of a question marks it as a duplicate", async () => {
    const trivial = await openAnswered();
    const { question, task } = await openAsked(bus.as("bea"));
    await bus.as("bea").closeAsDuplicate(question, trivial);
    await bus.settled();
    await expectReady(task);
  });
});

test("a blocker that such an account closes while the index is lost leaves its task blocked", async () => {
  const { blocker, task } = await openBlocked();
  const other = await openBlocked();
  await bus.stopServer();
  await sam.close(blocker);
  await alice.close(other.blocker);
  await loseIndex(bus.home);
  rmSync(journalIn(bus.home), { recursive: true, force: true });
  await bus.startServer();
  await bus.settled();
  await expectBlocked(task);
  expect(await status(task)).toContain("closed by sam, who may not end it for others");
  await expectReady(other.task);
});
