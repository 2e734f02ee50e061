/** Pauses through the dispatcher: it reads and decides, writes nothing, and ends in the correct state. */
import { afterEach, describe, expect, test } from "vitest";
import type { OwnersPauses } from "../../../src/dispatcher/schedule/pauses.ts";
import { nothingPaused } from "../../../src/dispatcher/schedule/pauses.ts";
import { openDesk, type PassContext } from "../../support/dispatch-desk.ts";
import { demo, question, start, task } from "../../support/issues.ts";

let desk: PassContext;
afterEach(() => desk.stop());

const pause = { reason: "moving", since: start };
const all: OwnersPauses = { ...nothingPaused, everything: pause };
const onlyDemo: OwnersPauses = {
  ...nothingPaused,
  repositories: new Map([[demo.id, { ...pause, name: "acme/demo" }]]),
};
const labels = () => desk.github.issues.get("I_12")?.labels.toSorted();

const push = async (text: string): Promise<void> => {
  desk.github.settings.set(demo.id, { commit: `commit of ${text}`, file: { type: "text", text } });
  await desk.deliver([], { event: "push" });
  await desk.settled();
};

describe.each([
  [
    "of everything",
    () => desk.dispatch.repositories.pauses.take(all),
    () => desk.dispatch.repositories.pauses.take(nothingPaused),
  ],
  [
    "of one repository",
    () => desk.dispatch.repositories.pauses.take(onlyDemo),
    () => desk.dispatch.repositories.pauses.take(nothingPaused),
  ],
  ["by the settings", () => push("paused: true"), () => push("paused: false")],
] as const)("a pause %s", (_, begin, end) => {
  test("a paused repository gets no writes, its deliveries are stored and read, and it ends in the current correct state", async () => {
    desk = await openDesk();
    await desk.deliver([], { event: "label" });
    await desk.settled();
    const labelled = desk.github.labelled.length;
    await begin();
    desk.github.put(task(12));
    await desk.deliver(["I_12"]);
    await desk.settled();
    expect(await desk.store.outbox.counts()).toMatchObject({ pending: 0, held: expect.any(Number) });
    expect((await desk.store.outbox.counts()).held).toBeGreaterThan(0);

    desk.github.put(question(40, "#12"));
    await desk.deliver(["I_40"]);
    await desk.deliver([], { event: "label" });
    await desk.settled();
    expect(await desk.store.inbox.counts()).toMatchObject({ pending: 0, dead: 0 });
    expect(desk.github.writes).toEqual([]);
    expect(desk.github.labelled).toHaveLength(labelled);

    await end();
    await desk.settled();
    expect(labels()).toEqual(["kind:task", "status:blocked"]);
    const said = desk.github.writes.map(({ effect }) => JSON.stringify(effect));
    expect(said.filter((effect) => effect.includes("status:ready"))).toEqual([]);
    expect(await desk.store.outbox.counts()).toMatchObject({ pending: 0, held: 0 });
  });
});

test("a pause lets effects in flight finish, and defers those that were chosen and not begun", async () => {
  desk = await openDesk({ pace: { effectsPerBatch: 1 } });
  desk.github.put(task(12));
  desk.github.put(question(40, "#12"));
  desk.github.duringWrite = () => desk.dispatch.repositories.pauses.take(all);
  await desk.deliver(["I_12", "I_40"]);
  await desk.settled();
  expect(desk.github.writes).toHaveLength(1);
  expect(await desk.store.outbox.counts()).toMatchObject({ pending: 0, sending: 0 });
});
