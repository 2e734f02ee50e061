/** What must hold while the store is asked: every answer takes a moment in which other work continues. */
import { expect, onTestFinished, test, vi } from "vitest";
import { silentLogger } from "../../src/base/logger.ts";
import { githubPace } from "../../src/dispatcher/pace.ts";
import { Allowance } from "../../src/dispatcher/perform/allowance.ts";
import type { QueuedEffect } from "../../src/dispatcher/ports/outbox.ts";
import { wireDispatcher } from "../../src/dispatcher/wiring/wire-dispatcher.ts";
import { emptyPersistedState } from "../../src/engine/model/persisted-state.ts";
import { effect, recordOf } from "../contracts/store/samples.ts";
import { openDesk } from "../support/dispatch-desk.ts";
import { demo, mallory, start, task } from "../support/issues.ts";

/** An answer of the store that the test gives when it likes. */
function heldAnswer() {
  const asked = Promise.withResolvers<void>();
  const given = Promise.withResolvers<void>();
  return {
    asked: asked.promise,
    give: () => given.resolve(),
    hold: async <T>(answer: Promise<T>): Promise<T> => {
      const found = await answer;
      asked.resolve();
      await given.promise;
      return found;
    },
  };
}

test("a pause that begins while the store is asked lets nothing start", async () => {
  const desk = await openDesk();
  await desk.stop();
  const answer = heldAnswer();
  const dueRepositories = (now: number, limit: number) =>
    answer.hold(desk.store.inbox.dueRepositories(now, limit));
  const translate = vi.fn(desk.ports.github.translate);
  const inbox = { ...desk.store.inbox, dueRepositories };
  const { stores, github, runtime } = desk.ports;
  const { dispatcher } = wireDispatcher(
    {
      ...desk.ports,
      stores: { ...stores, inbox },
      github: { ...github, translate },
      runtime: { ...runtime, logger: silentLogger },
    },
    () => {},
  );
  await desk.deliver(["I_12"]);
  const stopping = new AbortController();
  const running = dispatcher.run(stopping.signal);
  onTestFinished(async () => {
    stopping.abort();
    await running;
  });
  await answer.asked;
  const paused = dispatcher.pause();
  answer.give();
  await paused;
  await dispatcher.idle();
  expect(translate).not.toHaveBeenCalled();
  dispatcher.resume();
  await dispatcher.idle();
  expect(translate).toHaveBeenCalledOnce();
});

test("two batches that are chosen at once both wait for the count of the last hour", async () => {
  const answer = heldAnswer();
  const creations = { ...githubPace.creations, stranger: 1 };
  const taken = { repositoryId: demo.id, at: start, author: mallory.id, isStranger: true };
  const record = recordOf(task(12, { author: mallory }));
  const allowance = new Allowance(
    { records: async (ids) => new Map(ids.map((id) => [id, record])) },
    { sharesTaken: () => answer.hold(Promise.resolve([taken])) },
    { creations },
  );
  const queued: QueuedEffect = {
    ...effect(12, "reply:IC_9", "reply"),
    effect: { type: "ShowStatus", commentId: undefined, text: "", persisted: emptyPersistedState },
    id: 1,
    attempts: 0,
    sentAt: undefined,
  };
  const both = [1, 2].map(() => allowance.choose(demo.installationId, [queued], start));
  await answer.asked;
  answer.give();
  for (const { going, held } of await Promise.all(both)) expect([going.length, held.length]).toEqual([0, 1]);
});
