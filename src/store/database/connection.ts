/**
 * What the adapters of one database share. A newcomer would write through `database` directly: writes go through
 * `write`, so that they are durable when they resolve and share one wait for the disk; reads are direct.
 */
import type { DatabaseSync } from "node:sqlite";
import type { Clock } from "../../base/clock.ts";
import type { OnStep } from "../../dispatcher/ports/durable-step.ts";
import type { GroupCommit } from "./group-commit.ts";

export interface Connection {
  readonly database: DatabaseSync;
  readonly write: GroupCommit["run"];
  /** Outside of `write` alone. */
  readonly writeNow: GroupCommit["now"];
  readonly onStep: OnStep;
  readonly clock: Clock;
}
