/** An agent dies or falls silent while it holds a task: the task is free again, and never because we were away. */
import { afterEach, describe, expect, test } from "vitest";
import { signalbox } from "../cli/terminal.ts";
import type { TestBus } from "../support/bus.ts";
import { type Crew, nameCrew, startCrew } from "../support/crew.ts";
import { readLedger } from "../support/ledger.ts";

const crew: Crew = { ada: { login: "ada" }, bea: { login: "bea" } };
const minute = 60_000;
const step = 5 * minute;

let bus: TestBus;
afterEach(() => bus.stop());

/** A task that ada claimed, in a repository where half an hour of silence is the end. */
async function claimed(more = ""): Promise<number> {
  bus = await startCrew(crew);
  await nameCrew(bus, crew, `leases: { ${more}unheard: 30m, return: 10m }\n`);
  const task = await bus.as("alice").open("Sign in", "### Goal\n\nPeople can sign in.", ["kind:task"], []);
  await bus.settled();
  await bus.as("ada").comment(task, "/claim");
  await bus.settled();
  return task;
}

/** Time passes in steps that no clock jump has. */
async function pass(minutes: number): Promise<void> {
  for (let left = minutes * minute; left > 0; left -= step) {
    bus.clock.advance(step);
    while (!bus.clock.isSleptFor(minute)) await new Promise((resolve) => setTimeout(resolve, 5));
    await bus.settled();
  }
}

const ends = (): readonly string[] =>
  readLedger(bus.home).flatMap(({ kind, what, because }) =>
    kind === "lease" && what.includes("ended") ? because : [],
  );
const labels = async (task: number): Promise<readonly string[]> =>
  (await bus.as("alice").see(task)).labels.toSorted();
const held = ["kind:task", "status:in-progress"];
const free = ["kind:task", "status:ready"];

describe("an agent that is gone", () => {
  test("D17 S0.98 AG18 loses its task, is unassigned, and the next one takes it; nobody is notified", async () => {
    const task = await claimed();
    await pass(20);
    expect(await labels(task)).toEqual(held);
    const comments = await bus.as("alice").comments(task);
    await pass(15);
    expect(await labels(task)).toEqual(free);
    expect(ends()).toEqual(["ada was not heard from for 30m."]);
    expect(await bus.as("alice").comments(task)).toHaveLength(comments.length);
    const page = await signalbox(["brief", `acme/demo#${task}`, "--home", bus.home]);
    expect(page.out).toMatch(
      /## Before you\n\nada held it from .+ to .+\.\n\n {2}> ada was not heard from for 30m\./,
    );
    await bus.as("bea").comment(task, "/claim");
    await bus.settled();
    expect(await labels(task)).toEqual(held);
  });

  test("AG18 one that writes now and then keeps it, also by a comment that asks for nothing", async () => {
    const task = await claimed();
    for (let n = 0; n < 3; n++) {
      await pass(20);
      await bus.as("ada").comment(task, "Still at it: the tests are slow.");
      await bus.settled();
    }
    await pass(20);
    expect([await labels(task), ends()]).toEqual([held, []]);
    await pass(15);
    expect(await labels(task)).toEqual(free);
  });

  test("AG18 AG21 loses a task that once had a blocker as soon as any other, across a restart of the server", async () => {
    bus = await startCrew(crew);
    await nameCrew(bus, crew, "leases: { unheard: 10m, return: 60m }\n");
    const alice = bus.as("alice");
    const blocker = await alice.open("First", "### Goal\n\nThat.", ["kind:task"], []);
    const body = `### Goal\n\nThis.\n\n### Blocked by\n\n#${blocker}\n`;
    const task = await alice.open("Then", body, ["kind:task"], []);
    await bus.settled();
    expect(await labels(task)).toEqual(["kind:task", "status:blocked"]);
    await alice.close(blocker);
    await bus.settled();
    await pass(5);
    await bus.as("ada").comment(task, "/claim");
    await bus.settled();
    expect(await labels(task)).toEqual(held);
    await bus.stopServer();
    await bus.startServer();
    await pass(15);
    expect(await labels(task)).toEqual(free);
    expect(ends()).toEqual(["ada was not heard from for 10m."]);
  });
});

describe("AG20 no task is taken from an agent because we could not hear it", () => {
  test("two hours without a server", async () => {
    const task = await claimed();
    await bus.stopServer();
    bus.clock.advance(120 * minute);
    await bus.startServer();
    await pass(25);
    expect([await labels(task), ends()]).toEqual([held, []]);
    await pass(10);
    expect(await labels(task)).toEqual(free);
  });

  test("a machine that slept for two hours, or a clock that jumped", async () => {
    const task = await claimed();
    bus.clock.advance(120 * minute);
    while (!bus.clock.isSleptFor(minute)) await new Promise((resolve) => setTimeout(resolve, 5));
    await bus.settled();
    await pass(20);
    expect([await labels(task), ends()]).toEqual([held, []]);
  });

  test("a pause", async () => {
    const task = await claimed();
    await signalbox(["pause", "--repo", "acme/demo", "--home", bus.home]);
    await pass(60);
    await signalbox(["resume", "--repo", "acme/demo", "--home", bus.home]);
    await bus.settled();
    await pass(20);
    expect([await labels(task), ends()]).toEqual([held, []]);
    await pass(15);
    expect(await labels(task)).toEqual(free);
  });

  test("an outage of GitHub", async () => {
    const task = await claimed();
    await pass(15);
    bus.hub.faults.add({
      on: "request",
      match: { method: "POST", path: "/graphql$" },
      effect: { kind: "fail", status: 502 },
    });
    for (let n = 0; n < 4; n++) {
      bus.clock.advance(step);
      while (!bus.clock.isSleptFor(minute)) await new Promise((resolve) => setTimeout(resolve, 5));
      await bus.server().idle();
    }
    bus.hub.faults.clear();
    await pass(25);
    expect([await labels(task), ends()]).toEqual([held, []]);
    await pass(15);
    expect(await labels(task)).toEqual(free);
  });
});

describe("AG22 agents that fall silent one after the other", () => {
  /** A task whose holder fell silent with a limit of one, and the escalation about it. */
  async function setAside(): Promise<{ readonly task: number; readonly asked: number }> {
    const task = await claimed("lapses: 1, ");
    await pass(35);
    expect(await labels(task)).toEqual(["escalated", "kind:task", "status:blocked"]);
    const status = (await bus.as("maria").comments(task)).at(-1)?.body ?? "";
    expect(status.split("\n", 1)[0]).toBe("**Blocked:** the agents that took it fell silent.");
    return { task, asked: task + 1 };
  }

  test.each([
    ["offered again", "/decide 1", "open", free],
    ["left until a person assigns somebody", "/decide 2", "open", ["kind:task", "status:blocked"]],
    ["closed", "/decide 3", "closed", ["kind:task"]],
  ])("a person decides that the task is %s", async (_, words, state, shown) => {
    const { task, asked } = await setAside();
    const maria = bus.as("maria");
    expect(await maria.see(asked)).toMatchObject({ labels: expect.arrayContaining(["kind:escalation"]) });
    await maria.comment(asked, words);
    await bus.settled();
    expect([(await maria.see(task)).state, await labels(task)]).toEqual([state, shown]);
    expect((await maria.see(asked)).state).toBe("closed");
    if (state === "closed") return;
    await bus.as("bea").comment(task, "/claim");
    await bus.settled();
    expect(await labels(task)).toEqual(words === "/decide 1" ? held : shown);
  });
});
