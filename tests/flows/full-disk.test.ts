/**
 * Tests a data directory that cannot be written: /health says so, and work continues as soon as it can be
 * written again.
 */
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { databaseIn } from "../../src/store/sqlite/home.ts";
import { startBus, type TestBus } from "../support/bus.ts";
import { diskOfDeliveries } from "../support/full-disk.ts";
import { calm } from "../support/hurry.ts";
import { noSqliteFile } from "../support/store-of-flows.ts";
import { numberOf, playStory, shortStory } from "../support/story.ts";

let bus: TestBus;

async function health() {
  const response = await fetch(`${bus.server().url}/health`);
  return { status: response.status, body: await response.json() };
}

test("N10 M01 A17 /health says what cannot be written, and recovery starts when it can be, not at the next sweep", async () => {
  bus = await startBus({ expectsErrors: true });
  onTestFinished(() => bus.stop());
  await bus.stopServer();
  await bus.startServer();
  expect(await health()).toMatchObject({ status: 200, body: { status: "ready", failing: [] } });
  const disk = diskOfDeliveries(bus.home);
  disk.fill();
  const cast = await playStory(shortStory, bus.as);
  await bus.hub.idle();
  expect(await health()).toMatchObject({
    status: 503,
    body: { status: "failing", failing: [disk.fault] },
  });
  for (let looks = 0; looks < 3; looks++) {
    bus.clock.advance(2_000);
    await calm(bus);
  }
  expect((await health()).status).toBe(503);

  disk.empty();
  const before = bus.clock.now();
  await expect
    .poll(
      async () => {
        bus.clock.advance(2_000);
        await calm(bus);
        return (await bus.as("maria").see(numberOf(cast, "login"))).labels;
      },
      { timeout: 30_000, interval: 50 },
    )
    .toEqual(["kind:task", "status:ready"]);
  await bus.settled();
  expect(bus.clock.now() - before).toBeLessThan(4 * 60_000);
  expect(await health()).toMatchObject({ status: 200, body: { status: "ready", failing: [] } });
  expect(bus.errors).toContainEqual(expect.stringContaining("could not write to the store"));
});

test("M01 while another program holds the database, deliveries are acknowledged and /health says what waits; then the work continues", async ({
  skip,
}) => {
  skip(noSqliteFile !== undefined, noSqliteFile);
  bus = await startBus({ expectsErrors: true });
  onTestFinished(() => bus.stop());
  const cast = await playStory(shortStory.slice(0, 2), bus.as, bus.settled);
  const intruder = new DatabaseSync(databaseIn(bus.home));
  intruder.exec("BEGIN IMMEDIATE");
  const before = (await bus.server().health()).ingress;
  await playStory(shortStory.slice(2), bus.as, undefined, cast);
  await bus.hub.idle();
  expect((await bus.server().health()).ingress.accepted).toBeGreaterThan(before.accepted ?? 0);
  await expect.poll(health, { timeout: 20_000 }).toMatchObject({
    status: 503,
    body: { status: "failing", failing: [{ part: "index", error: "database is locked" }] },
  });
  expect((await bus.as("maria").see(numberOf(cast, "login"))).labels).toContain("status:blocked");
  intruder.exec("ROLLBACK");
  intruder.close();
  await expect
    .poll(
      async () => {
        bus.clock.advance(2_000);
        await calm(bus);
        return (await bus.as("maria").see(numberOf(cast, "login"))).labels;
      },
      { timeout: 20_000, interval: 50 },
    )
    .toEqual(["kind:task", "status:ready"]);
  await bus.settled();
  expect(await health()).toMatchObject({ status: 200, body: { status: "ready", failing: [] } });
});
