import { expect, test } from "vitest";
import type { InstallationId } from "../../src/engine/model/fact.ts";
import { JobSender } from "../../src/jobs/job-sender.ts";
import { manualClock } from "../support/manual-clock.ts";

type Numbers = readonly InstallationId[];

/** Runs everything that does not wait for the clock. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve));
}

function sending({ send = async (_: Numbers) => {} } = {}) {
  const done: [string, Numbers][] = [];
  const errors: unknown[] = [];
  const clock = manualClock(0);
  const sender = new JobSender({
    jobQueue: {
      send: async (numbers) => {
        done.push(["send", numbers]);
        await send(numbers);
      },
    },
    announce: async (numbers) => void done.push(["announce", numbers]),
    onError: (thrown) => void errors.push(thrown),
    clock,
  });
  return { sender, clock, done, errors };
}

test("jobs are sent before workers are notified, since a notified worker fetches its job at once", async () => {
  const { sender, done } = sending();
  sender.enqueue([1]);
  await settled();
  expect(done).toEqual([
    ["send", [1]],
    ["announce", [1]],
  ]);
});

test("installations woken within 20 ms are sent together, each once", async () => {
  const { sender, clock, done } = sending();
  sender.enqueue([1]);
  await settled();
  done.length = 0;
  for (const numbers of [[2, 3], [3], [1]]) sender.enqueue(numbers);
  await settled();
  expect(done).toEqual([]);
  clock.advance(20);
  await settled();
  expect(done).toEqual([
    ["send", [2, 3, 1]],
    ["announce", [2, 3, 1]],
  ]);
});

test("an installation woken while a send is under way is not lost", async () => {
  const answered = Promise.withResolvers<void>();
  const { sender, clock, done } = sending({ send: () => answered.promise });
  sender.enqueue([1]);
  sender.enqueue([1, 2]);
  answered.resolve();
  await settled();
  clock.advance(20);
  await settled();
  expect(done.filter(([what]) => what === "send").map(([, numbers]) => numbers)).toEqual([[1], [1, 2]]);
});

test("a failed send is reported, notifies no worker, and does not prevent later ones", async () => {
  const away = new Error("PostgreSQL is unavailable");
  let isUnavailable = true;
  const { sender, clock, done, errors } = sending({
    send: async () => {
      if (isUnavailable) throw away;
    },
  });
  sender.enqueue([1]);
  await settled();
  expect([errors, done]).toEqual([[away], [["send", [1]]]]);
  isUnavailable = false;
  sender.enqueue([2]);
  clock.advance(20);
  await settled();
  expect(done.slice(1)).toEqual([
    ["send", [2]],
    ["announce", [2]],
  ]);
});

test("it is settled when all waiting jobs have been sent", async () => {
  const { sender, clock, done } = sending();
  await sender.settled();
  sender.enqueue([1]);
  await settled();
  sender.enqueue([2]);
  let isSettled = false;
  const closing = sender.settled().then(() => {
    isSettled = true;
  });
  await settled();
  expect([isSettled, done.length]).toEqual([false, 2]);
  clock.advance(20);
  await settled();
  clock.advance(20);
  await closing;
  expect(done.at(-1)).toEqual(["announce", [2]]);
});
