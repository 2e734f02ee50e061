/** A person who opens a task now and then in a repository that is alone in its installation, and how long it waits. */
import { systemClock } from "../../../src/base/clock.ts";
import { actorOf } from "../../support/actor.ts";
import { until } from "../running.ts";
import { openTask } from "../story.ts";
import { person, quietRepository } from "./hub-messages.ts";
import { type ProgressReader, repeatGently } from "./sync-progress.ts";

/** Longer than a tenure rests without work, so that each task needs a tenure of its own. */
const betweenTasksMs = 7_000;
const lookMs = 50;

export interface QuietWaits {
  /** In seconds: from a task's opening until it is labelled. */
  readonly labelled: readonly number[];
  /** In seconds: the longest time for which the installation was due, which ends when a tenure begins or hears of it. */
  readonly longestDue: number;
  /** In seconds: the longest time until a delivery was processed. */
  readonly oldestDelivery: number;
}

interface Quiet {
  readonly hubUrl: string;
  readonly token: string;
  readonly installation: number;
  readonly progress: ProgressReader;
}

/** Goes on until `signal` aborts, and to the end of the task begun by then; at least one. */
export async function liveQuietly(quiet: Quiet, signal: AbortSignal): Promise<QuietWaits> {
  const labelled: number[] = [];
  let [longestDue, oldestDelivery] = [0, 0];
  const ending = new AbortController();
  const looking = repeatGently(lookMs, ending.signal, async () => {
    const { due, delivery } = await quiet.progress.waitsOf(quiet.installation);
    [longestDue, oldestDelivery] = [Math.max(longestDue, due), Math.max(oldestDelivery, delivery)];
  });
  const alice = actorOf(quiet.hubUrl, quiet.token, person, quietRepository);
  try {
    do {
      const begin = performance.now();
      const task = await openTask(alice, `Sign in ${labelled.length + 1}`);
      await until(`#${task} was labelled`, lookMs, async () =>
        (await alice.see(task)).labels.includes("status:ready"),
      );
      labelled.push((performance.now() - begin) / 1_000);
      await systemClock.sleep(betweenTasksMs, signal);
    } while (!signal.aborted);
  } finally {
    ending.abort();
    await looking;
  }
  return { labelled, longestDue, oldestDelivery };
}
