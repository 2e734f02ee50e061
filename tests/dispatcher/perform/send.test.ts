/** What a process sends that stood still after it had marked its effects. */
import { expect, test } from "vitest";
import { openDesk } from "../../support/dispatch-desk.ts";
import { demo, start, task } from "../../support/issues.ts";
import { manualClock } from "../../support/manual-clock.ts";
import { MemoryGitHub } from "../../support/memory-github.ts";
import { memoryStore } from "../../support/memory-store.ts";

test("AG29 effects that were marked long ago are looked up before they are sent: another server may have sent them", async () => {
  const clock = manualClock(start + 300_000);
  const github = new MemoryGitHub(clock, [demo]);
  const store = memoryStore();
  let standsStill = true;
  const { outbox } = store;
  const frozen: typeof outbox = {
    ...outbox,
    sending: async (...asked) => {
      const marked = await outbox.sending(...asked);
      if (standsStill && marked.length > 0) clock.advance(40_000);
      return marked;
    },
  };
  const desk = await openDesk({ before: { github, clock, store }, ports: { outbox: frozen } });
  desk.github.put(task(12));
  await desk.deliver(["I_12"]);
  await desk.settled();
  expect(desk.github.writes).toEqual([]);
  standsStill = false;
  await desk.later(10 * 60_000);
  expect(desk.github.writes.map(({ effect }) => effect.type)).toEqual(["SetLabels"]);
  await desk.stop();
});
