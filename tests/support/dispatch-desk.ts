/**
 * A dispatcher with all its ports in memory, with methods to deliver and to inspect. Time moves only by
 * `later`; `settled` waits until nothing is due.
 */
import { silentLogger } from "../../src/base/logger.ts";
import type { Dispatcher } from "../../src/dispatcher/dispatcher.ts";
import type {
  DispatcherPorts,
  GitHubPorts,
  ProcessRuntime,
  Stores,
} from "../../src/dispatcher/dispatcher-ports.ts";
import { githubPace, type Pace } from "../../src/dispatcher/pace.ts";
import type { DurableStep } from "../../src/dispatcher/ports/durable-step.ts";
import type { Delivery } from "../../src/dispatcher/ports/inbox.ts";
import type { Work } from "../../src/dispatcher/ports/tracker.ts";
import type { AskedRefresh, Translation } from "../../src/dispatcher/ports/translation.ts";
import { nothingSettled } from "../../src/dispatcher/repository/changes.ts";
import { type Dispatch, wireDispatcher } from "../../src/dispatcher/wiring/wire-dispatcher.ts";
import type { NodeId, RepositorySeen } from "../../src/engine/model/fact.ts";
import { demo, start, us } from "./issues.ts";
import { type ManualClock, manualClock } from "./manual-clock.ts";
import { MemoryGitHub } from "./memory-github.ts";
import { type MemoryStore, memoryStore } from "./memory-store.ts";

export interface PassContext {
  readonly github: MemoryGitHub;
  readonly store: MemoryStore;
  readonly clock: ManualClock;
  readonly ports: DispatcherPorts;
  readonly dispatch: Dispatch;
  readonly dispatcher: Dispatcher;
  readonly steps: readonly DurableStep[];
  /** Admits a delivery about issues, or what it reports of them, and notifies the dispatcher. Returns its GUID. */
  readonly deliver: (
    about: readonly (NodeId | AskedRefresh)[],
    changes?: Partial<Delivery>,
  ) => Promise<string>;
  /** Resolves when nothing is due any more. */
  readonly settled: () => Promise<void>;
  /** Advances time, then waits until nothing is due. */
  readonly later: (ms: number) => Promise<void>;
  readonly stop: () => Promise<void>;
}

export interface DeskOptions {
  readonly repositories?: readonly RepositorySeen[];
  readonly pace?: Partial<Pace>;
  /** Whether nothing was read of the repositories yet; else they were empty when they were set up. */
  readonly isNew?: boolean;
  /** What GitHub and the disk held before this process started. */
  readonly before?: Pick<PassContext, "github" | "store" | "clock">;
  /** In place of those in memory. */
  readonly ports?: PortsInstead;
}

export type PortsInstead = Partial<Stores & GitHubPorts & ProcessRuntime & Pick<DispatcherPorts, "render">>;

/** A payload that cannot be parsed into facts. */
export const poison = Buffer.from("poison");

export async function openDesk(options: DeskOptions = {}): Promise<PassContext> {
  const repositories = options.repositories ?? [demo];
  const clock = options.before?.clock ?? manualClock(start + 300_000);
  const github = options.before?.github ?? new MemoryGitHub(clock, repositories);
  const store = options.before?.store ?? memoryStore();
  const steps: DurableStep[] = [];
  await store.index.saveRepositories(repositories, []);
  if (options.before === undefined && options.isNew !== true)
    for (const { id: repositoryId } of repositories)
      await store.index.commit({ ...nothingSettled, cursor: { repositoryId, at: 0 } });
  const pace = { ...githubPace, changesGapMs: 0, visibilityMs: 0, ...options.pace };
  const instead = options.ports ?? {};
  const ports: DispatcherPorts = {
    stores: {
      inbox: store.inbox,
      index: store.index,
      outbox: store.outbox,
      orders: store.orders,
      sessions: store.sessions,
      ...instead,
    },
    github: {
      tracker: github.tracker,
      writer: github.writer,
      botId: us.id,
      translate: async (delivery) => translated(delivery, github),
      learnIds: async () => {},
      ...instead,
    },
    runtime: {
      clock,
      random: () => 0.5,
      logger: silentLogger,
      onStep: (step) => void steps.push(step),
      ...instead,
    },
    pace,
    render: instead.render ?? ((text) => JSON.stringify(text)),
    keepsIndex: true,
  };
  const dispatch = wireDispatcher(ports, () => {});
  const { dispatcher } = dispatch;
  const stopping = new AbortController();
  const running = dispatcher.run(stopping.signal);
  let guids = 0;

  const settled = async (): Promise<void> => {
    dispatcher.wake();
    await dispatcher.idle();
  };
  return {
    github,
    store,
    clock,
    ports,
    dispatch,
    dispatcher,
    steps,
    settled,
    deliver: async (about, changes = {}) => {
      const delivery = deliveryOf(`guid-${clock.peek()}-${++guids}`, about, clock.now(), changes);
      await store.inbox.admit(delivery);
      dispatcher.wake();
      return delivery.guid;
    },
    later: async (ms) => {
      clock.advance(ms);
      await settled();
    },
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

export function deliveryOf(
  guid: string,
  about: readonly (NodeId | AskedRefresh)[],
  receivedAt: number,
  changes: Partial<Delivery> = {},
): Delivery {
  return {
    guid,
    event: "issues",
    action: "edited",
    repositoryId: demo.id,
    installationId: demo.installationId,
    payload: Buffer.from(JSON.stringify(about)),
    bodyHash: guid,
    receivedAt,
    source: "webhook",
    ...changes,
  };
}

function translated(delivery: Delivery, github: MemoryGitHub): Translation {
  if (delivery.payload === poison) throw new Error("The payload is of no known shape.");
  const about: readonly (string | AskedRefresh)[] = JSON.parse(delivery.payload.toString());
  const ids = about.flatMap((each) => (typeof each === "string" ? each : []));
  return {
    refreshes: [
      ...about.flatMap((each) => (typeof each === "string" ? [] : each)),
      ...ids.flatMap((id) => (workOf(id) === undefined ? { target: { id }, because: delivery.event } : [])),
    ],
    by: undefined,
    comments: [],
    gone: [],
    moved: [],
    cut: [],
    pushed: undefined,
    work: ids.flatMap((id) => workOf(id) ?? []),
    labelsDeleted: delivery.event === "label",
    filesChanged: delivery.event === "push",
    pullsChanged: false,
    installationChanged: delivery.event === "installation",
    repository: github.repositoryList.find(({ id }) => id === delivery.repositoryId),
    dropped: delivery.event === "unknown" ? "not ours" : undefined,
    unknownIds: [],
  };
}

/** A delivery may be about `pull:34`, `commit:aaa…` or `base:main` instead of an issue. */
function workOf(id: string): Work | undefined {
  const [, sort, name = ""] = /^(pull|commit|base):(.+)$/.exec(id) ?? [];
  if (sort === undefined) return undefined;
  if (sort === "base") return { base: name };
  return sort === "pull" ? { pullRequest: Number(name) } : { commit: name };
}
