/**
 * Two workers decide at the same time about the two ends of a dependency, each with its own store, in all orders of
 * changes on GitHub, deliveries, reads and commits. There is no sweep.
 */
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { systemClock } from "../../src/base/clock.ts";
import { endlessCreations, githubPace } from "../../src/dispatcher/pace.ts";
import type { Tracker } from "../../src/dispatcher/ports/tracker.ts";
import { nothingSettled } from "../../src/dispatcher/repository/changes.ts";
import type { NodeId, RepositorySeen } from "../../src/engine/model/fact.ts";
import { openSharedDatabase } from "../../src/store/postgres/shared-database.ts";
import { deliveryOf, openDesk, type PassContext } from "../support/dispatch-desk.ts";
import { completed, demo, reopened, start, task } from "../support/issues.ts";
import { manualClock } from "../support/manual-clock.ts";
import { MemoryGitHub } from "../support/memory-github.ts";
import { memoryStore } from "../support/memory-store.ts";
import { newIndex, noPostgres } from "../support/postgres.ts";
import { type Random, randomFor } from "../support/seeded-random.ts";
import { pendingWork } from "./pending-work.ts";

const races = process.env.SIGNALBOX_CLUSTER_LONG === undefined ? 20 : 1_000;
const pairs = 10;
const pollEveryMs = 5;
const rightWithinMs = 15_000;
const giveUpAfterMs = 60_000;
/** If a busy machine lets more time pass between two polls, only this much of it counts. */
const stallMs = 250;
/** At most: the time between two simultaneous changes, and how long a delivery and a request take. */
const [apartMs, deliveryMs, requestMs] = [300, 60, 60];
const far: RepositorySeen = { ...demo, id: "R_far", owner: "globex", installationId: 2 };

interface Pair {
  readonly task: NodeId;
  readonly other: NodeId;
}

interface Setup {
  readonly github: MemoryGitHub;
  readonly url: string;
  readonly desks: readonly PassContext[];
  /** Delivers an event about an issue, after a delay. */
  readonly deliver: (repository: RepositorySeen, id: NodeId) => Promise<void>;
}

async function openSetup(random: Random): Promise<Setup> {
  const url = await newIndex();
  const github = new MemoryGitHub(systemClock, [demo, far]);
  const desks: PassContext[] = [];
  const wake = (): void => {
    for (const { dispatcher } of desks) dispatcher.wake();
  };
  const inboxes = await Promise.all(
    [demo, far].map(async (repository) => {
      const { desk, inbox } = await workerOf(repository, { url, github, random, wake });
      desks.push(desk);
      return [repository.id, inbox] as const;
    }),
  );
  let guids = 0;
  const deliver = async ({ id: repositoryId, installationId }: RepositorySeen, id: NodeId): Promise<void> => {
    await wait(random(deliveryMs));
    const changes = { repositoryId, installationId };
    const delivery = deliveryOf(`guid-${++guids}`, [id], Date.now(), changes);
    await new Map(inboxes).get(repositoryId)?.admit(delivery);
    wake();
  };
  return { github, url, desks, deliver };
}

interface WorkerOptions {
  readonly url: string;
  readonly github: MemoryGitHub;
  readonly random: Random;
  readonly wake: () => void;
}

/** What serves one installation, on connections of its own. */
async function workerOf(repository: RepositorySeen, { url, github, random, wake }: WorkerOptions) {
  const afterCommit = () => void wait(random(deliveryMs)).then(wake);
  const database = await openSharedDatabase(url, { wakeUps: { inTransaction: async () => {}, afterCommit } });
  const id = repository.installationId;
  const requireOwnership = async (): Promise<void> => {};
  const store = await database.storeFor({ type: "installation", id, requireOwnership });
  await store.index.saveRepositories([repository], []);
  await store.index.commit({ ...nothingSettled, cursor: { repositoryId: repository.id, at: 0 } });
  const desk = await openDesk({
    repositories: [repository],
    before: { github, store: memoryStore(), clock: manualClock(start) },
    pace: { ...githubPace, ...endlessCreations },
    ports: {
      inbox: store.inbox,
      index: store.index,
      outbox: store.outbox,
      orders: store.orders,
      sessions: store.sessions,
      clock: systemClock,
      tracker: slowly(github.tracker, repository, random),
    },
  });
  onTestFinished(async () => {
    await desk.stop();
    await database.close();
  });
  return { desk, inbox: store.inbox };
}

/** A worker dates what it reads by its request, and the issue may change before the response arrives. */
function slowly(tracker: Tracker, { installationId }: RepositorySeen, random: Random): Tracker {
  return {
    ...tracker,
    readIssues: async (installation, requests) => {
      const readAt = Date.now();
      await wait(random(requestMs));
      const facts = await tracker.readIssues(installation, requests);
      await wait(random(requestMs));
      return facts.map((fact) => ("readAt" in fact ? { ...fact, readAt } : fact));
    },
    repositories: async () => {
      const all = await tracker.repositories();
      return {
        ...all,
        repositories: all.repositories.filter((each) => each.installationId === installationId),
      };
    },
  };
}

/** Makes two changes at once, and delivers an event about each. @param happened called between changes and events */
async function atOnce(
  random: Random,
  acts: readonly (() => Promise<unknown>)[],
  happened: () => void,
): Promise<void> {
  const [first, second] = random(2) === 0 ? acts : acts.toReversed();
  const last = async (): Promise<void> => {
    await wait(random(apartMs));
    const delivered = second?.();
    happened();
    await delivered;
  };
  await Promise.all([first?.(), last()]);
}

type Race = (pair: Pair, happened: () => void) => Promise<unknown>;

/** Resolves, once no work is pending, to how long after its race each task was still not ready, in milliseconds. */
async function wave(
  { github, url, desks }: Setup,
  all: readonly Pair[],
  race: Race,
): Promise<readonly number[]> {
  const isReady = (id: NodeId): boolean => github.issues.get(id)?.labels.includes("status:ready") === true;
  const racedAt = new Map<NodeId, number>();
  const wrongAt = new Map<NodeId, number>();
  let ranMs = 0;
  let polledAt = performance.now();
  const poll = (): void => {
    const now = performance.now();
    ranMs += Math.min(stallMs, now - polledAt);
    polledAt = now;
    for (const pair of all) if (!isReady(pair.task)) wrongAt.set(pair.task, ranMs);
  };
  const polling = setInterval(poll, pollEveryMs);
  await Promise.all(all.map((pair) => race(pair, () => void racedAt.set(pair.task, ranMs))));
  const isOver = async (): Promise<boolean> =>
    all.every((pair) => isReady(pair.task)) && (await pendingWork(url)) === 0;
  const giveUpAt = ranMs + giveUpAfterMs;
  while (!(await isOver()) && ranMs < giveUpAt) await wait(pollEveryMs);
  await Promise.all(desks.map(({ dispatcher }) => dispatcher.idle()));
  clearInterval(polling);
  poll();
  return all.map(({ task: id }) => Math.max(0, (wrongAt.get(id) ?? 0) - (racedAt.get(id) ?? 0)));
}

describe.skipIf(noPostgres)("two workers that serve the ends of a dependency", () => {
  test(`leave its task ready if the dependency is added and its blocker closed at once, ${races} times`, {
    timeout: 1_800_000,
  }, async () => {
    const random = randomFor(1, "two installations");
    const setup = await openSetup(random);
    const { github, deliver } = setup;
    const all = Array.from({ length: pairs }, (_, at): Pair => {
      const near = github.put(task(2 * at + 1));
      const other = github.put(task(2 * at + 2, { repositoryId: far.id }));
      return { task: near.id, other: other.id };
    });
    const both = ({ task: near, other }: Pair) => Promise.all([deliver(demo, near), deliver(far, other)]);
    await wave(setup, all, both);
    const block = ({ task: near, other }: Pair): void => github.block(near, other);
    const unblock = ({ task: near, other }: Pair): void => void github.blockers.get(near)?.delete(other);
    const close = ({ other }: Pair): void => github.close(other, completed);
    const reopen = ({ other }: Pair): void =>
      github.change(other, { issueState: reopened, closedAt: undefined });
    const racing =
      (edge: (pair: Pair) => void, state: (pair: Pair) => void): Race =>
      (pair, happened) => {
        const changeEdge = () => {
          edge(pair);
          return both(pair);
        };
        const changeState = () => {
          state(pair);
          return deliver(far, pair.other);
        };
        return atOnce(random, [changeEdge, changeState], happened);
      };
    const made: number[] = [];
    const removed: number[] = [];
    while (made.length < races) {
      made.push(...(await wave(setup, all, racing(block, close))));
      removed.push(...(await wave(setup, all, racing(unblock, reopen))));
    }
    console.info(`${made.length} made: ${wordsOf(made)}; ${removed.length} removed: ${wordsOf(removed)}`);
    expect(Math.max(...made, ...removed)).toBeLessThan(rightWithinMs);
  });
});

function wordsOf(times: readonly number[]): string {
  const late = times.filter((ms) => ms > 0);
  return `${late.length} tasks were seen blocked after it, for at most ${Math.round(Math.max(0, ...times))} ms`;
}
