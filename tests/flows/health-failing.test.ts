/** What `GET /health` says while nothing can be done for anybody, and that it is over when GitHub answers again. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { startBus, type TestBus } from "../support/bus.ts";
import { blockedPair, botLogin } from "../support/freeing.ts";
import { calm } from "../support/hurry.ts";

let bus: TestBus;
beforeEach(async () => {
  bus = await startBus({ expectsErrors: true });
});
afterEach(() => bus.stop());

const healthShape = z.object({
  status: z.string(),
  failing: z.array(z.object({ part: z.string(), error: z.string(), since: z.string().optional() })),
});

async function health() {
  const response = await fetch(`${bus.server().url}/health`);
  return { status: response.status, body: healthShape.parse(await response.json()) };
}

async function passTime(minutes: number): Promise<void> {
  for (let passed = 0; passed < minutes; passed += 1) {
    bus.clock.advance(60_000);
    await calm(bus);
  }
}

const ready = { status: 200, body: { status: "ready", failing: [] } };

test("C13 while GitHub refuses the only installation, /health is not ready and says so; a moment's refusal is none", async () => {
  const { question, task } = await blockedPair(bus);
  const mend = bus.hub.faults.add({
    on: "request",
    match: { login: botLogin },
    effect: { kind: "fail", status: 401, when: "before" },
  });
  await bus.as("bob").comment(question, "/answer Opaque tokens.");
  await calm(bus);
  expect(await health()).toMatchObject(ready);
  await passTime(3);
  expect(await health()).toMatchObject({
    status: 503,
    body: {
      status: "failing",
      failing: [{ part: "installations", error: "GitHub refuses the only installation; the log says why" }],
    },
  });
  mend();
  await passTime(6);
  await bus.settled();
  expect(await health()).toMatchObject(ready);
  expect((await bus.as("alice").see(task)).labels).toEqual(["kind:task", "status:ready"]);
});

test("C13 after ten minutes in which everything is due and nothing gets done, /health is not ready and says since when", async () => {
  const { question, task } = await blockedPair(bus);
  const mend = bus.hub.faults.add({
    on: "request",
    match: { login: botLogin, path: "/graphql$" },
    effect: { kind: "fail", status: 503, when: "before" },
  });
  const failedAt = bus.clock.now();
  await bus.as("bob").comment(question, "/answer Opaque tokens.");
  await passTime(8);
  expect((await health()).body.failing).not.toContainEqual(expect.objectContaining({ part: "work" }));
  await passTime(4);
  const { status, body } = await health();
  expect({ status, body }).toMatchObject({ status: 503, body: { status: "failing" } });
  const stuck = body.failing.find(({ part }) => part === "work");
  expect(stuck).toMatchObject({ error: "work is due and none of it gets done; the log names what fails" });
  expect(Math.abs(Date.parse(stuck?.since ?? "") - failedAt)).toBeLessThan(2 * 60_000);
  mend();
  await passTime(2);
  await bus.settled();
  expect(await health()).toMatchObject(ready);
  expect((await bus.as("alice").see(task)).labels).toEqual(["kind:task", "status:ready"]);
});
