/**
 * What the adapters of one database share. Reads use `database` directly. Writes must go through `write`:
 * they are durable once it resolves, and concurrent ones share one sync.
 */
import type { DatabaseSync } from "node:sqlite";
import type { Clock } from "../../../base/clock.ts";
import type { OnStep } from "../../../dispatcher/ports/durable-step.ts";
import type { GroupCommit } from "./group-commit.ts";

export interface Connection {
  readonly database: DatabaseSync;
  readonly write: GroupCommit["run"];
  /** Never call it inside `write`. */
  readonly writeNow: GroupCommit["now"];
  /** Whether writes are briefly delayed: a `writeNow` that can wait should. */
  readonly isHeld: () => boolean;
  readonly onStep: OnStep;
  readonly clock: Clock;
}
