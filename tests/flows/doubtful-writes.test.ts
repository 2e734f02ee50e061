/**
 * Tests writes with an unknown outcome. GitHub would create a second comment, so the server looks before it
 * repeats one, and minimises a duplicate that shows up later.
 */
import { afterEach, expect, test } from "vitest";
import { startBus, type TestBus } from "../support/bus.ts";
import { openDiscovery } from "../support/freeing.ts";
import { ownRemarks, seeIssue, takePicture } from "../support/picture.ts";
import { numberOf, playStory, shortStory } from "../support/story.ts";

let bus: TestBus;
afterEach(() => bus.stop());

test("B10 comments that were written while the response was lost are found and not repeated", async () => {
  bus = await startBus();
  const lost = {
    on: "request",
    match: { field: "addComment" },
    effect: { kind: "cut", when: "after" },
  } as const;
  bus.hub.faults.add({ ...lost, times: 2 });
  const cast = await playStory(shortStory, bus.as, async () => {
    await bus.hub.idle();
    bus.clock.advance(2_000);
    await bus.settled();
  });
  const { wakes, picture } = await takePicture(bus.as("maria"), cast);
  expect(bus.hub.faults.list().map(({ struck }) => struck)).toEqual([2]);
  expect(wakes).toEqual({ twins: [], asleep: [], count: 1 });
  expect(picture.issues.token?.status).toHaveLength(1);
  expect(picture.issues.login?.status).toEqual([]);
});

test("B10 a duplicate comment that shows up later is minimised within one sweep", async () => {
  bus = await startBus();
  const cast = await playStory(shortStory, bus.as, bus.settled);
  const login = numberOf(cast, "login");
  await openDiscovery(bus.as("bob"), login);
  await bus.settled();
  const app = await bus.testHub.asInstallation();
  for (const { body, author } of await bus.as("maria").comments(login))
    if (author === "signalbox[bot]") await app("POST", `/repos/acme/demo/issues/${login}/comments`, { body });
  await bus.hub.idle();
  await bus.sweep();
  const remarks = ownRemarks((await seeIssue(bus.as("maria"), login)).comments.nodes);
  expect(remarks.map(({ key, isMinimized }) => [key.split(":")[0], isMinimized])).toEqual([
    ["wake", false],
    ["status", false],
    ["wake", true],
    ["status", true],
  ]);
  const repaired = bus.ledger().filter(({ kind }) => kind === "duplicate-repaired");
  expect(repaired.map(({ rule }) => rule)).toEqual(["minimize-twins", "minimize-twins"]);
  await bus.sweep();
  expect(ownRemarks((await seeIssue(bus.as("maria"), login)).comments.nodes)).toEqual(remarks);
});
