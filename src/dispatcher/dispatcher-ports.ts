/** Everything that the dispatcher works with; the composition passes it in. */
import type { Clock } from "../base/clock.ts";
import type { Logger } from "../base/logger.ts";
import type { InstallationId, NodeId } from "../engine/model/fact.ts";
import type { Text } from "../protocol/text.ts";
import type { Pace } from "./pace.ts";
import type { Orders } from "./ports/agents/orders.ts";
import type { SessionStore } from "./ports/agents/sessions.ts";
import type { Carryover } from "./ports/carryover.ts";
import type { ConstraintLookup } from "./ports/constraint-lookup.ts";
import type { OnStep } from "./ports/durable-step.ts";
import type { Delivery, Inbox } from "./ports/inbox.ts";
import type { Index } from "./ports/issue-index.ts";
import type { Outbox } from "./ports/outbox.ts";
import type { Tracker } from "./ports/tracker.ts";
import type { Translation } from "./ports/translation.ts";
import type { WorkObserver } from "./ports/work-observer.ts";
import type { Writer } from "./ports/writer.ts";
import type { Sessions } from "./sessions/sessions.ts";

export interface DispatcherPorts {
  readonly stores: Stores;
  readonly github: GitHubPorts;
  readonly runtime: ProcessRuntime;
  readonly pace: Pace;
  /** The only safe renderer, with the templates loaded. */
  readonly render: (text: Text) => string;
  /** Root of the pages on which people decide who signed in with GitHub; undefined where none can sign in. */
  readonly pages?: (() => string | undefined) | undefined;
  /** What pages say about answers of agents; undefined where no pages are read. */
  readonly constraints?: ConstraintLookup | undefined;
  /** Whether the index outlives this run. */
  readonly keepsIndex: boolean;
  /** Undefined where one process serves everything. */
  readonly serving?: Serving | undefined;
}

/** What a worker adds for the tenure of one installation. */
export interface Serving {
  readonly carryover: Carryover;
  /** Whether it also reads GitHub's delivery log, which is the App's. */
  readonly readsLog: boolean;
  /** Signs of life reach web processes, which store them. */
  readonly sessions: Sessions;
  /**
   * Runs a pass over a repository that is still being adopted once there is room for it; not at all if the work of this
   * process ends before. Shared with the other tenures of the process.
   */
  readonly adoptInTurn: (pass: () => Promise<void>) => Promise<void>;
}

export interface Stores {
  readonly inbox: Inbox;
  readonly index: Index;
  readonly outbox: Outbox;
  readonly orders: Orders;
  readonly sessions: SessionStore;
}

export interface GitHubPorts {
  readonly tracker: Tracker;
  readonly writer: Writer;
  /**
   * Turns a payload into normalised facts and targets. Throws if it cannot: the delivery is quarantined until
   * it succeeds.
   */
  readonly translate: (delivery: Delivery) => Promise<Translation>;
  /**
   * Asks GitHub what it calls these today, because it may name things differently in deliveries and in answers. Throws
   * `RequestFailed` if it can be asked only later.
   */
  readonly learnIds: (installationId: InstallationId, ids: readonly NodeId[]) => Promise<void>;
  /** Our own bot's node id. */
  readonly botId: NodeId;
}

/** Time and chance, the log, a hook that is called at each durable step, and who is told of the work. */
export interface ProcessRuntime {
  readonly clock: Clock;
  /** A number in [0, 1). */
  readonly random: () => number;
  readonly logger: Logger;
  readonly onStep: OnStep;
  /** Absent where nobody asks for figures of the machine. */
  readonly observer?: WorkObserver | undefined;
}
