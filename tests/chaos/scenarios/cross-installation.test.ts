/** A task that is blocked by an issue of another installation, which another worker may serve. */
import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { randomFor } from "../../support/seeded-random.ts";
import { taskBody } from "../../support/story.ts";
import { describeUnless } from "../../support/unless-skipped.ts";
import { contradictions, snapshotOf } from "../invariants.ts";
import { pendingWork } from "../pending-work.ts";
import type { System } from "../system.ts";
import { eventually, installationOf, startedSystem, whySkipped } from "./scenario.ts";

const home = "acme/demo";
const elsewhere = "globex/demo";
/** Sweeps, which find everything in the end, come minutes apart. */
const [soonMs, rightWithinMs, pollEveryMs, giveUpAfterMs] = [30_000, 15_000, 250, 300_000];
/** A thousand, without processes and without the hub, are run by `two-installations.test.ts`. */
const [races, pairsAtOnce, pairsUnderWay] = [100, 20, 10];
/** About as long as a reconcile pass, so that some passes read between the two changes. */
const apartMs = 600;

/** A task, and an issue of another installation that blocks it at times. */
interface Pair {
  readonly task: number;
  readonly other: number;
  /** Of the other, in the REST API. */
  readonly otherId: number;
}

describeUnless(whySkipped, "a task that is blocked by an issue of another installation", () => {
  test("is blocked and ready as that one is reopened and closed", { timeout: 300_000 }, async () => {
    const system = await startedSystem({ webs: 1, workers: 2 });
    const [pair] = await newPairs(system, 1);
    if (pair === undefined) throw new Error("There is no pair.");
    const expectStatus = (status: string): Promise<void> =>
      eventually(
        async () => expect((await system.as("alice", home).see(pair.task)).labels).toContain(status),
        soonMs,
      );
    const far = system.as("alice", elsewhere);
    await addDependency(system, pair);
    await expectStatus("status:blocked");
    await far.close(pair.other);
    await expectStatus("status:ready");
    await far.reopen(pair.other);
    await expectStatus("status:blocked");
    await far.close(pair.other);
    await expectStatus("status:ready");
    expect(contradictions(await snapshotOf(system))).toEqual([]);
  });

  test(`is ready soon after the dependency is added and its blocker closed at once, ${races} times without a sweep`, {
    timeout: 3_600_000,
  }, async () => {
    const system = await startedSystem({ webs: 1, workers: 2 });
    const far = system.as("alice", elsewhere);
    const pairs = await newPairs(system, pairsAtOnce);
    const made: number[] = [];
    const removed: number[] = [];
    const random = randomFor(1, "races");
    /** Either comes first, the other at most `apartMs` later. */
    const atOnce = async (one: () => Promise<void>, other: () => Promise<void>): Promise<void> => {
      const [first, second] = random(2) === 0 ? [one, other] : [other, one];
      await Promise.all([first(), wait(random(apartMs)).then(second)]);
    };
    const closing = (pair: Pair) =>
      atOnce(
        () => addDependency(system, pair),
        () => far.close(pair.other),
      );
    const opening = (pair: Pair) =>
      atOnce(
        () => removeDependency(system, pair),
        () => far.reopen(pair.other),
      );
    while (made.length < races) {
      made.push(...(await wave(system, pairs, closing)));
      removed.push(...(await wave(system, pairs, opening)));
      console.info(`${made.length} made: ${wordsOf(made)}; ${removed.length} removed: ${wordsOf(removed)}`);
    }
    expect(Math.max(...made, ...removed)).toBeLessThanOrEqual(rightWithinMs);
    expect(contradictions(await snapshotOf(system))).toEqual([]);
  });
});

function wordsOf(times: readonly number[]): string {
  const seen = times.filter((ms) => ms > 0);
  return `${seen.length} were seen as not ready, for at most ${Math.round(Math.max(0, ...times))} ms`;
}

/** Tasks that are ready, and open issues, with workers that have no work pending. */
async function newPairs(system: System, count: number): Promise<readonly Pair[]> {
  const near = system.as("alice", home);
  const far = system.as("alice", elsewhere);
  const pairs: Pair[] = [];
  for (let n = 0; n < count; n++) {
    const task = await near.open(`Task ${n}`, taskBody("It is done."), ["kind:task"], []);
    const other = await far.open(`Other ${n}`, taskBody("It is done."), ["kind:task"], []);
    const { data } = await far.octokit.rest.issues.get({ ...far.repository, issue_number: other });
    pairs.push({ task, other, otherId: data.id });
  }
  for (const repository of [home, elsewhere]) await installationOf(system, repository);
  await eventually(async () => {
    expect((await readyIn(system)).size).toBe(count);
    expect(await pendingWork(system.postgres.url)).toBe(0);
  }, giveUpAfterMs);
  return pairs;
}

async function addDependency(system: System, { task, otherId }: Pair): Promise<void> {
  const { octokit, repository } = system.as("alice", home);
  const dependency = { ...repository, issue_number: task, issue_id: otherId };
  await octokit.rest.issues.addBlockedByDependency(dependency);
}

async function removeDependency(system: System, { task, otherId }: Pair): Promise<void> {
  const { octokit, repository } = system.as("alice", home);
  const dependency = { ...repository, issue_number: task, issue_id: otherId };
  await octokit.rest.issues.removeDependencyBlockedBy(dependency);
}

/**
 * Runs a race on each pair, after which its task has to be ready, and waits until no work is pending. Resolves to how long
 * after its race each task was last seen as not ready, in milliseconds; to an empty list if a sweep came meanwhile.
 */
async function wave(
  system: System,
  pairs: readonly Pair[],
  race: (pair: Pair) => Promise<void>,
): Promise<readonly number[]> {
  const sweptBefore = surveysOf(system);
  const racedAt = new Map<number, number>();
  const waiting = [...pairs];
  const lane = async (): Promise<void> => {
    for (let pair = waiting.shift(); pair !== undefined; pair = waiting.shift()) {
      await race(pair);
      racedAt.set(pair.task, Date.now());
    }
  };
  await Promise.all(Array.from({ length: pairsUnderWay }, lane));
  const wrongUntil = new Map<number, number>();
  const giveUpAt = Date.now() + giveUpAfterMs;
  for (let isOver = false; !isOver; ) {
    const ready = await readyIn(system);
    const at = Date.now();
    for (const { task } of pairs) if (!ready.has(task)) wrongUntil.set(task, at);
    if (at > giveUpAt)
      throw new Error(
        `${pairs.length - ready.size} of ${pairs.length} tasks are not ready after ${giveUpAfterMs / 1_000} s.`,
      );
    const isIdle = ready.size === pairs.length && (await pendingWork(system.postgres.url)) === 0;
    if (isIdle) await system.hub.idle();
    else await wait(pollEveryMs);
    isOver = isIdle && (await pendingWork(system.postgres.url)) === 0;
  }
  if (surveysOf(system) > sweptBefore) return [];
  return pairs.map(({ task }) => {
    const at = racedAt.get(task) ?? 0;
    return Math.max(0, (wrongUntil.get(task) ?? at) - at);
  });
}

async function readyIn(system: System): Promise<ReadonlySet<number>> {
  const { octokit, repository } = system.as("alice", home);
  const wanted = { ...repository, labels: "status:ready", per_page: 100 } as const;
  const listed = await octokit.paginate(octokit.rest.issues.listForRepo, wanted);
  return new Set(listed.map(({ number }) => number));
}

/** How many surveys of whole repositories workers have sent to GitHub. */
function surveysOf(system: System): number {
  const bodies = system
    .processes()
    .flatMap(({ githubProxy }) => githubProxy.requests.map(({ body }) => body));
  return bodies.filter((body) => body.includes("query Survey(")).length;
}
