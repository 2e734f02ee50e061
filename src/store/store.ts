/** What a store offers, in whichever database it keeps it. */
import type { Clock, Millis } from "../base/clock.ts";
import type { ModelCalls } from "../coordinator/answers/answerer.ts";
import type { GuideStore } from "../coordinator/guides/guide.ts";
import type { CoordinatorStore } from "../coordinator/ports.ts";
import type { NoteMarks } from "../dispatcher/ports/agents/note-marks.ts";
import type { Orders } from "../dispatcher/ports/agents/orders.ts";
import type { SessionStore } from "../dispatcher/ports/agents/sessions.ts";
import type { OnStep } from "../dispatcher/ports/durable-step.ts";
import type { Inbox } from "../dispatcher/ports/inbox.ts";
import type { Index } from "../dispatcher/ports/issue-index.ts";
import type { Outbox } from "../dispatcher/ports/outbox.ts";
import type { Board } from "../operations/ports.ts";
import type { ApiTokens } from "./shape/api-token.ts";
import type { Grants } from "./shape/grant.ts";
import type { KeptPauses } from "./shape/kept-pauses.ts";
import type { ReadPauses } from "./shape/paused-repositories.ts";
import type { DeletedRepository } from "./shape/removed-repositories.ts";
import type { StorageFault } from "./shape/storage-fault.ts";
import type { Workload } from "./shape/workload.ts";

export interface StoreOptions {
  readonly clock?: Clock;
  /** A number in [0, 1), by which retries of several processes are spread; `Math.random` unless given. */
  readonly random?: (() => number) | undefined;
  /** What the owner paused, for an index in the data folder; nothing unless given. */
  readonly readPauses?: ReadPauses | undefined;
  /** Called after each durable step of the store, before its caller is notified. */
  readonly onStep?: OnStep;
}

export interface Store {
  readonly inbox: Inbox;
  readonly index: Index;
  readonly outbox: Outbox;
  readonly orders: Orders;
  readonly sessions: SessionStore;
  readonly noteMarks: NoteMarks;
  readonly grants: Grants;
  readonly apiTokens: ApiTokens;
  readonly board: Board;
  /** The operator's pauses; undefined where the data folder has them. */
  readonly pauses?: KeptPauses;
  readonly coordinatorStore: CoordinatorStore & GuideStore & ModelCalls;
  readonly workload: (now: Millis) => Promise<Workload>;
  /**
   * This and the other deletions stop between two transactions once `signal` aborts.
   *
   * Deletes processed deliveries received before `before`; their GUIDs and bodies count as new again.
   * Resolves to how many.
   */
  readonly prune: (before: Millis, signal?: AbortSignal) => Promise<number>;
  /** Deletes orders that arrived before `before`; their ids count as new again. Resolves to how many. */
  readonly pruneOrders: (before: Millis, signal?: AbortSignal) => Promise<number>;
  /** Deletes sessions that were last heard from before `before`. Resolves to how many. */
  readonly pruneSessions: (before: Millis, signal?: AbortSignal) => Promise<number>;
  /** Deletes notes that were dropped or expired before `before`. Resolves to how many. */
  readonly pruneNotes: (before: Millis, signal?: AbortSignal) => Promise<number>;
  /** Deletes sessions of the site, and tokens, that expired before `before`. Resolves to how many. */
  readonly pruneGrants: (before: Millis, signal?: AbortSignal) => Promise<number>;
  /** Deletes ledger rows written before `before`. Resolves to how many. */
  readonly pruneLedger: (before: Millis, signal?: AbortSignal) => Promise<number>;
  /**
   * Deletes all that is stored of repositories that were removed from the installation until `before`, except their ledger.
   * Resolves to those of which nothing is left.
   */
  readonly pruneRemoved: (before: Millis, signal?: AbortSignal) => Promise<readonly DeletedRepository[]>;
  /** The parts whose last write failed. Empty while everything works. */
  readonly faults: () => readonly StorageFault[];
  /** How many writes have failed since the start, whether or not later ones succeeded. */
  readonly failures: () => number;
  /** Test-writes to each failed part, so that `faults` is up to date. Never rejects. */
  readonly probe: () => Promise<void>;
  /** Commits pending writes and closes the file. Idempotent. */
  readonly close: () => void | Promise<void>;
}
