/** Values for the contract suites of the store; whatever a test does not set is the same everywhere. */

import type { Row } from "../../../src/base/row.ts";
import type { ModelCalls } from "../../../src/coordinator/answers/answerer.ts";
import type { GuideStore } from "../../../src/coordinator/guides/guide.ts";
import type { CoordinatorStore } from "../../../src/coordinator/ports.ts";
import type { NoteMarks } from "../../../src/dispatcher/ports/agents/note-marks.ts";
import type { Orders } from "../../../src/dispatcher/ports/agents/orders.ts";
import type { SessionStore } from "../../../src/dispatcher/ports/agents/sessions.ts";
import type { Delivery, Inbox } from "../../../src/dispatcher/ports/inbox.ts";
import type { Index, PassCommit } from "../../../src/dispatcher/ports/issue-index.ts";
import type { Outbox } from "../../../src/dispatcher/ports/outbox.ts";
import { nothingSettled } from "../../../src/dispatcher/repository/changes.ts";
import type { PlannedEffect } from "../../../src/engine/model/effect.ts";
import type { IssueSeen, RepositorySeen } from "../../../src/engine/model/fact.ts";
import { parseSlot } from "../../../src/engine/model/keys/slot.ts";
import { emptyPersistedState } from "../../../src/engine/model/persisted-state.ts";
import type { IssueRecord } from "../../../src/engine/model/snapshot.ts";
import type { Board } from "../../../src/operations/ports.ts";
import { readMessage } from "../../../src/protocol/message.ts";
import type { Store } from "../../../src/store/store.ts";
import { demo, start } from "../../support/issues.ts";

/** The ports that a store offers. */
export interface Ports {
  readonly inbox: Inbox;
  readonly index: Index;
  readonly outbox: Outbox;
  readonly orders: Orders;
  readonly sessions: SessionStore;
  readonly noteMarks: NoteMarks;
  readonly board: Board;
  readonly coordinatorStore: CoordinatorStore & GuideStore & ModelCalls;
  readonly pruneRemoved: Store["pruneRemoved"];
}

/** An adapter under test. Its clock is at `start`. */
export interface Adapter {
  readonly name: string;
  /** A new, empty store, closed after the test; `onStep` receives its durable steps. */
  readonly open: (onStep?: (step: string) => void) => Promise<Ports>;
  /** The store's state after the process of `open`'s last store was killed at this moment. */
  readonly restart: () => Promise<Ports>;
  /** Reads the store of the last `open`, as another process does while the first one writes. */
  readonly openBeside: () => Promise<Pick<Ports, "board">>;
  /** The names of all tables of the store of the last `open`. */
  readonly tables: () => Promise<readonly string[]>;
  /** Runs SQL on the store of the last `open`. */
  readonly rows: (sql: string) => Promise<readonly Row[]>;
  /** How often what repeats itself with other seeds, or after another kill, is played: all of it, or a few times. */
  readonly rounds: "all" | "few";
}

export const other: RepositorySeen = {
  ...demo,
  id: "R_other",
  owner: "Acme",
  name: "Other",
  installationId: 2,
};

export function delivery(guid: string, changes: Partial<Delivery> = {}): Delivery {
  return {
    guid,
    event: "issues",
    action: "opened",
    repositoryId: demo.id,
    installationId: demo.installationId,
    payload: Buffer.from(`{"delivery":"${guid}"}`),
    bodyHash: `hash of ${guid}`,
    receivedAt: start,
    source: "webhook",
    ...changes,
  };
}

export function recordOf(seen: IssueSeen, changes: Partial<IssueRecord> = {}): IssueRecord {
  const { title, body, labels } = seen;
  const reading = readMessage({ title, body, labels });
  return { seen, reading, persisted: emptyPersistedState, readAt: start, edgeMadeAt: {}, ...changes };
}

export function cycle(changes: Partial<PassCommit>): PassCommit {
  return { ...nothingSettled, ...changes };
}

/** Demo and other, with these issues in them. */
export async function fill(index: Index, ...seen: readonly IssueSeen[]): Promise<void> {
  await index.commit(cycle({ repositories: [demo, other], records: seen.map((each) => recordOf(each)) }));
}

/** An effect on `I_<number>`; the store uses only the stored slot and the key. */
export function effect(number: number, slot: string, key: string): PlannedEffect {
  return {
    issueId: `I_${number}`,
    repositoryId: demo.id,
    slot: parseSlot(slot),
    key,
    effect: { type: "SetLabels", add: [key], remove: [] },
    reason: { rule: "test-rule", because: `${key} is wished.` },
  };
}

/** Decides on the issues of `effects`, and on `also`. */
export function decide(
  index: Index,
  effects: readonly PlannedEffect[],
  also: readonly string[] = [],
): Promise<void> {
  const decided = [...new Set([...effects.map(({ issueId }) => issueId), ...also])];
  return index.commit(cycle({ repositories: [demo, other], decided, effects }));
}
