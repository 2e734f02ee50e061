/** What all parts of one run know. */
import type { Chosen } from "../../harness/choose.ts";
import type { RunRecord } from "../../harness/records/run-record.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { RunPlace } from "./run-place.ts";
import type { RunStop } from "./run-stop.ts";

export interface RunContext {
  /** Its environment names the agent and the session. */
  readonly terminal: Terminal;
  readonly place: RunPlace;
  /** The run's id. */
  readonly id: string;
  readonly session: string;
  readonly chosen: Chosen;
  readonly timeMs: number;
  readonly stop: RunStop;
  /** The run that this one continues, if the agent still holds the task by the lease of that. */
  readonly earlier: RunRecord | undefined;
}
