/** The tables by which the processes of one database work together. */

import type { Millis } from "../../base/clock.ts";
import type { OrderAnswer } from "../../dispatcher/ports/agents/orders.ts";
import type { HeardElsewhere, SharedSessions } from "../../dispatcher/ports/agents/sessions.ts";
import type { InstallationId } from "../../engine/model/fact.ts";
import type { KeptPauses } from "./kept-pauses.ts";
import type { Processes } from "./processes.ts";
import type { Requests } from "./requests.ts";

/** An installation whose work is due and that no process serves. */
export interface OldestDue {
  readonly installationId: InstallationId;
  readonly sinceMs: Millis;
}

export interface SharedTables {
  readonly requests: Requests;
  readonly processes: Processes;
  readonly pauses: KeptPauses;
  readonly sessions: SharedSessions;
  /** What the agents of an installation told other processes. */
  readonly heardIn: (installation: InstallationId) => Promise<HeardElsewhere>;
  /** The installation that has waited longest; undefined if none waits. */
  readonly oldestDue: () => Promise<OldestDue | undefined>;
  /** The answers to those orders that are answered. */
  readonly orderAnswers: (ids: readonly string[]) => Promise<ReadonlyMap<string, OrderAnswer>>;
}
