/**
 * Tests repeated deliveries, under their own id or another, and deliveries that are not ours. What counts is
 * that nothing more is written to GitHub.
 */
import { createHmac, randomUUID } from "node:crypto";
import { afterEach, describe, expect, test } from "vitest";
import { startBus, type TestBus } from "../support/bus.ts";
import { handOn } from "../support/hand-on.ts";
import type { Received } from "../support/hub.ts";
import { takePicture } from "../support/picture.ts";
import { type Cast, playStory, shortStory } from "../support/story.ts";

let bus: TestBus;
afterEach(() => bus.stop());

/**
 * Plays a story whose deliveries are handed on one after the other, including those of the App's own writes.
 */
async function playByHand(): Promise<Cast> {
  bus = await startBus({ keepsDeliveries: true });
  const { received } = bus.testHub;
  let handed = 0;
  return playStory(shortStory, bus.as, async () => {
    for (await bus.hub.idle(); handed < received.length; await bus.settled())
      for (const delivery of received.slice(handed)) {
        handed += 1;
        expect(await handOn(bus.server().url, delivery)).toBe(202);
      }
  });
}

describe("after the story has ended", () => {
  test("A07 A08 H01 redelivering everything, our own writes' deliveries included, writes nothing more", async () => {
    const cast = await playByHand();
    const told = [...bus.testHub.received];
    const before = await takePicture(bus.as("maria"), cast);
    expect(told.some(({ payload }) => payload.sender.login === "signalbox[bot]")).toBe(true);

    const again = await Promise.all(told.map((delivery) => handOn(bus.server().url, delivery)));
    expect(again.every((status) => status === 200)).toBe(true);
    const replayed = await Promise.all(
      told.map((delivery) => handOn(bus.server().url, delivery, randomUUID())),
    );
    expect(replayed.every((status) => status === 202)).toBe(true);
    await bus.settled();

    expect(bus.testHub.received).toHaveLength(told.length);
    expect(await takePicture(bus.as("maria"), cast)).toEqual(before);
    const suspected = bus.ledger().filter(({ kind }) => kind === "replay-suspected");
    expect(suspected).toHaveLength(told.length);
  });

  test("A16 a delivery for another installation is dropped, and the ledger says so", async () => {
    await playByHand();
    const [opened] = bus.testHub.received;
    if (opened === undefined) throw new Error("Nothing was delivered.");
    const foreign = signed({ ...opened.payload, installation: { id: 99_999, node_id: "I_99999" } }, opened);
    const done = bus.ledger().filter(({ kind }) => kind === "done").length;
    const guid = randomUUID();
    expect(await handOn(bus.server().url, foreign, guid)).toBe(202);
    await bus.settled();
    expect(bus.ledger()).toContainEqual(expect.objectContaining({ kind: "dropped", delivery: guid }));
    expect(bus.ledger().filter(({ kind }) => kind === "done")).toHaveLength(done);
  });
});

function signed(payload: unknown, like: Received): Received {
  const raw = JSON.stringify(payload);
  const mac = createHmac("sha256", bus.hub.app.webhookSecret).update(raw).digest("hex");
  return { ...like, raw, headers: { ...like.headers, "x-hub-signature-256": `sha256=${mac}` } };
}
