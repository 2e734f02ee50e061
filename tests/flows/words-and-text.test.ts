/** A word counts for the text that its author was shown: played on the hub, with renames and our own replies. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { startBus, type TestBus } from "../support/bus.ts";
import { form } from "../support/form.ts";
import { loseIndex } from "../support/store-of-flows.ts";

let bus: TestBus;
beforeEach(async () => {
  bus = await startBus();
});
afterEach(() => bus.stop());

/** GitHub's times are whole seconds. */
const aSecond = (): void => bus.clock.advance(1_100);
const says = async (who: string, on: number, text: string): Promise<void> => {
  await bus.as(who).comment(on, text);
  await bus.settled();
  aSecond();
};
const oursOn = async (on: number): Promise<string> =>
  (await bus.as("maria").comments(on))
    .filter(({ author }) => author.endsWith("[bot]"))
    .map(({ body }) => body)
    .join("\n");

test("an answer to a question that was renamed is shown the change, counts once it is repeated, and survives the index", async () => {
  const alice = bus.as("alice");
  const task = await alice.open("Store sessions", form({ Goal: "Store them." }), ["kind:task"]);
  const sections = {
    "Blocking task": `#${task}`,
    Category: "implementation",
    Urgency: "blocking",
    Context: "Both work.",
  };
  const asked = await alice.open("Q: Which comment style?", form(sections), ["kind:question"]);
  await bus.settled();
  aSecond();
  await alice.edit(asked, { title: "Q: May customers' data be deleted?" });
  await bus.settled();
  aSecond();
  await says("maria", asked, "/answer Yes, go ahead.");
  expect((await alice.see(asked)).state).toBe("open");
  expect(await oursOn(asked)).toMatch(/alice.{0,80} changed the title at/);
  expect(await oursOn(asked)).toContain("**May customers' data be deleted?**");
  await bus.stopServer();
  await loseIndex(bus.home);
  await bus.startServer();
  await bus.settled();
  expect((await alice.see(asked)).state).toBe("open");
  await says("maria", asked, "/answer No.");
  expect((await alice.see(asked)).state).toBe("closed");
});
