/** A task that waits for an issue of another installation, which another worker may serve. */
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { diceOf } from "../../support/dice.ts";
import { noPostgres } from "../../support/postgres.ts";
import { taskBody } from "../../support/story.ts";
import { contradictions, sightsOf } from "../invariants.ts";
import type { Stage } from "../stage.ts";
import { leftToDo } from "../under-way.ts";
import { eventually, installationOf, isShort, opened } from "./opened.ts";

const [home, elsewhere] = ["acme/demo", "globex/demo"];
/** Sweeps, which find everything in the end, come minutes apart. */
const [soonMs, rightWithinMs, lookEveryMs, giveUpAfterMs] = [30_000, 15_000, 250, 300_000];
/** A thousand, without processes and without the hub, are played by `two-installations.test.ts`. */
const [races, pairsAtOnce, pairsUnderWay] = [100, 20, 10];
/** A turn of a worker takes as long, so that some read between the two. */
const apartMs = 600;

/** A task, and an issue of another installation. */
interface Pair {
  readonly task: number;
  readonly other: number;
  /** Of the other, in the REST API. */
  readonly otherId: number;
}

describe.skipIf(isShort || noPostgres)("a task that waits for an issue of another installation", () => {
  test("is blocked and ready as that one is reopened and closed", { timeout: 300_000 }, async () => {
    const stage = await opened({ webs: 1, workers: 2 });
    const [pair] = await newPairs(stage, 1);
    if (pair === undefined) throw new Error("There is no pair.");
    const stands = (status: string): Promise<void> =>
      eventually(
        async () => expect((await stage.as("alice", home).see(pair.task)).labels).toContain(status),
        soonMs,
      );
    const far = stage.as("alice", elsewhere);
    await makeEdge(stage, pair);
    await stands("status:blocked");
    await far.close(pair.other);
    await stands("status:ready");
    await far.reopen(pair.other);
    await stands("status:blocked");
    await far.close(pair.other);
    await stands("status:ready");
    expect(contradictions(await sightsOf(stage))).toEqual([]);
  });

  test(`is ready soon after the edge is made and its far end closed at once, ${races} times without a sweep`, {
    timeout: 3_600_000,
  }, async () => {
    const stage = await opened({ webs: 1, workers: 2 });
    const far = stage.as("alice", elsewhere);
    const pairs = await newPairs(stage, pairsAtOnce);
    const made: number[] = [];
    const cut: number[] = [];
    const roll = diceOf(1, "races");
    /** Either comes first, and the other at most so much later. */
    const atOnce = async (one: () => Promise<void>, other: () => Promise<void>): Promise<void> => {
      const [first, second] = roll(2) === 0 ? [one, other] : [other, one];
      await Promise.all([first(), wait(roll(apartMs)).then(second)]);
    };
    const closing = (pair: Pair) =>
      atOnce(
        () => makeEdge(stage, pair),
        () => far.close(pair.other),
      );
    const opening = (pair: Pair) =>
      atOnce(
        () => cutEdge(stage, pair),
        () => far.reopen(pair.other),
      );
    while (made.length < races) {
      made.push(...(await wave(stage, pairs, closing)));
      cut.push(...(await wave(stage, pairs, opening)));
      console.info(`${made.length} made: ${wordsOf(made)}; ${cut.length} cut: ${wordsOf(cut)}`);
    }
    expect(Math.max(...made, ...cut)).toBeLessThanOrEqual(rightWithinMs);
    expect(contradictions(await sightsOf(stage))).toEqual([]);
  });
});

function wordsOf(times: readonly number[]): string {
  const seen = times.filter((ms) => ms > 0);
  return `${seen.length} were seen wrong, for at most ${Math.round(Math.max(0, ...times))} ms`;
}

/** Tasks that are ready, and open issues, with workers that have nothing left to do. */
async function newPairs(stage: Stage, count: number): Promise<readonly Pair[]> {
  const [near, far] = [stage.as("alice", home), stage.as("alice", elsewhere)];
  const pairs: Pair[] = [];
  for (let n = 0; n < count; n++) {
    const task = await near.open(`Task ${n}`, taskBody("It is done."), ["kind:task"], []);
    const other = await far.open(`Other ${n}`, taskBody("It is done."), ["kind:task"], []);
    const { data } = await far.octokit.rest.issues.get({ ...far.repository, issue_number: other });
    pairs.push({ task, other, otherId: data.id });
  }
  for (const repository of [home, elsewhere]) await installationOf(stage, repository);
  await eventually(async () => {
    expect((await readyIn(stage)).size).toBe(count);
    expect(await leftToDo(stage.cluster.url)).toBe(0);
  }, giveUpAfterMs);
  return pairs;
}

async function makeEdge(stage: Stage, { task, otherId }: Pair): Promise<void> {
  const { octokit, repository } = stage.as("alice", home);
  const edge = { ...repository, issue_number: task, issue_id: otherId };
  await octokit.rest.issues.addBlockedByDependency(edge);
}

async function cutEdge(stage: Stage, { task, otherId }: Pair): Promise<void> {
  const { octokit, repository } = stage.as("alice", home);
  const edge = { ...repository, issue_number: task, issue_id: otherId };
  await octokit.rest.issues.removeDependencyBlockedBy(edge);
}

/**
 * Does two things to each pair at once, after which its task is ready, and waits until nothing is left to do. Resolves to
 * how long after it each task was still seen otherwise, in milliseconds; to nothing if a sweep came meanwhile.
 */
async function wave(
  stage: Stage,
  pairs: readonly Pair[],
  race: (pair: Pair) => Promise<void>,
): Promise<readonly number[]> {
  const sweptBefore = surveysOf(stage);
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
    const [ready, at] = [await readyIn(stage), Date.now()];
    for (const { task } of pairs) if (!ready.has(task)) wrongUntil.set(task, at);
    if (at > giveUpAt)
      throw new Error(
        `${pairs.length - ready.size} of ${pairs.length} tasks are not ready after ${giveUpAfterMs / 1_000} s.`,
      );
    const isStill = ready.size === pairs.length && (await leftToDo(stage.cluster.url)) === 0;
    if (isStill) await stage.hub.idle();
    else await wait(lookEveryMs);
    isOver = isStill && (await leftToDo(stage.cluster.url)) === 0;
  }
  if (surveysOf(stage) > sweptBefore) return [];
  return pairs.map(({ task }) => {
    const at = racedAt.get(task) ?? 0;
    return Math.max(0, (wrongUntil.get(task) ?? at) - at);
  });
}

async function readyIn(stage: Stage): Promise<ReadonlySet<number>> {
  const { octokit, repository } = stage.as("alice", home);
  const wanted = { ...repository, labels: "status:ready", per_page: 100 } as const;
  const listed = await octokit.paginate(octokit.rest.issues.listForRepo, wanted);
  return new Set(listed.map(({ number }) => number));
}

/** How often GitHub was asked whether whole repositories have changed. */
function surveysOf(stage: Stage): number {
  const asked = stage.everybody().flatMap(({ github }) => github.passed.map(({ body }) => body));
  return asked.filter((body) => body.includes("query Survey(")).length;
}
