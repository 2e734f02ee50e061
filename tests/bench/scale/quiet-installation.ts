/** How long an installation with one small repository waits, in which a person opens a task every few seconds. */
import { systemClock } from "../../../src/base/clock.ts";
import { actorOf } from "../../support/actor.ts";
import { until } from "../running.ts";
import { openTask } from "../story.ts";
import { person, quietRepository } from "./sync-messages.ts";
import { type ProgressReader, pollSparingly } from "./sync-progress.ts";

/** Longer than a tenure without work lasts, so that each task needs a new tenure. */
const betweenTasksMs = 7_000;
const pollMs = 50;

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

/** Opens tasks until `signal` aborts, at least one. Resolves once the last one is labelled. */
export async function measureQuietInstallation(quiet: Quiet, signal: AbortSignal): Promise<QuietWaits> {
  const labelled: number[] = [];
  let longestDue = 0;
  let oldestDelivery = 0;
  const polls = new AbortController();
  const polling = pollSparingly(pollMs, polls.signal, async () => {
    const { due, delivery } = await quiet.progress.waitsOf(quiet.installation);
    [longestDue, oldestDelivery] = [Math.max(longestDue, due), Math.max(oldestDelivery, delivery)];
  });
  const alice = actorOf(quiet.hubUrl, quiet.token, person, quietRepository);
  try {
    do {
      const begin = performance.now();
      const task = await openTask(alice, `Sign in ${labelled.length + 1}`);
      await until(`#${task} was labelled`, pollMs, async () =>
        (await alice.see(task)).labels.includes("status:ready"),
      );
      labelled.push((performance.now() - begin) / 1_000);
      await systemClock.sleep(betweenTasksMs, signal);
    } while (!signal.aborted);
  } finally {
    polls.abort();
    await polling;
  }
  return { labelled, longestDue, oldestDelivery };
}
