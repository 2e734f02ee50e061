/** The tables that web processes and workers share. */

import type { Millis } from "../../base/clock.ts";
import type { OrderAnswer } from "../../dispatcher/ports/agents/orders.ts";
import type { SessionsSnapshot, SharedSessions } from "../../dispatcher/ports/agents/sessions.ts";
import type { InstallationId } from "../../engine/model/fact.ts";
import type { KeptPauses } from "./kept-pauses.ts";
import type { Processes } from "./processes.ts";
import type { Requests } from "./requests.ts";

/** An installation with due work and no owner. */
export interface OldestDue {
  readonly installationId: InstallationId;
  readonly sinceMs: Millis;
}

export interface SharedTables {
  readonly requests: Requests;
  readonly processes: Processes;
  readonly pauses: KeptPauses;
  readonly sessions: SharedSessions;
  /** The sessions of the agents of an installation, which web processes stored. */
  readonly sessionsIn: (installation: InstallationId) => Promise<SessionsSnapshot>;
  /** The installation that has waited longest; undefined if none waits. */
  readonly oldestDue: () => Promise<OldestDue | undefined>;
  /** How often what people may see has changed. */
  readonly accessChanges: () => Promise<number>;
  /** Leaves out orders without an answer. */
  readonly orderAnswers: (ids: readonly string[]) => Promise<ReadonlyMap<string, OrderAnswer>>;
}
