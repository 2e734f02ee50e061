/** The first start of a release on what an earlier one left at GitHub. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { markerKeys } from "../../src/github/marker.ts";
import { startBus, type TestBus } from "../support/bus.ts";
import { asOfVersion1, ourWritings } from "../support/our-writings.ts";
import { takePicture } from "../support/picture.ts";
import { longStory, numberOf, playStory } from "../support/story.ts";

let bus: TestBus;
afterEach(() => bus.stop());

test("N40 an index made from nothing believes markers of version 1, rewrites none, and goes on with version 2", async () => {
  bus = await startBus();
  const cast = await playStory(longStory, bus.as, async () => {
    await bus.settled();
    bus.clock.advance(1_500);
  });
  const maria = bus.as("maria");
  const keys = markerKeys(bus.hub.app.privateKey);
  const before = await takePicture(maria, cast);
  await bus.stopServer();
  const asBot = await bus.testHub.asInstallation();
  for (const writing of await ourWritings(maria, keys)) {
    const body = asOfVersion1(keys, writing);
    expect((await asBot("PATCH", `/repos/acme/demo/${writing.path}`, { body })).status).toBe(200);
  }
  await bus.hub.idle();
  for (const ending of ["", "-wal", "-shm"]) rmSync(join(bus.home, `signalbox.db${ending}`), { force: true });
  let delivered = 0;
  bus.hub.observe(({ kind }) => {
    if (kind === "delivery") delivered += 1;
  });

  await bus.startServer();
  await bus.sweep();
  expect(delivered).toBe(0);
  const bodies = (await ourWritings(maria, keys)).map(({ body }) => body);
  expect(bodies.length).toBeGreaterThan(6);
  for (const body of bodies) expect(body).toContain("<!-- signalbox:1 ");
  expect(await takePicture(maria, cast)).toEqual(before);

  const token = numberOf(cast, "token");
  await maria.reopen(token);
  await bus.settled();
  const status = (await ourWritings(maria, keys)).filter(({ marked }) => marked.key === "status");
  expect(status.some(({ body }) => body.includes("<!-- signalbox:2 "))).toBe(true);
});
