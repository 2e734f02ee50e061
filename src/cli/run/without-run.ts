/** Names the tasks that an agent holds and on which none of its runs works: nothing happens there until somebody runs it. */
import { lastRuns } from "../../harness/records/run-folder.ts";
import { type HeldTask, nameHeld, tasksHeld } from "../../operations/holding/tasks-held.ts";
import { presenceOf } from "../../programs/process-identity.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { type RunPlace, withRunPorts } from "./run-place.ts";

interface Wish {
  readonly agent: string;
  /** `owner/name`. */
  readonly repo?: string | undefined;
}

/** A line for each, with what to do. */
export async function linesOnHeld(
  terminal: Terminal,
  place: RunPlace,
  { agent, repo }: Wish,
): Promise<readonly string[]> {
  const held = await withRunPorts(terminal, place, (ports) => tasksHeld(ports, agent, repo));
  const runs = lastRuns(place.home, agent);
  const isWorkedOn = ({ issue }: HeldTask): boolean =>
    runs.some((run) => run.issue === issue && run.endedAt === null && presenceOf(run) !== "gone");
  return held.filter((task) => !isWorkedOn(task)).map((task) => lineOn(task, agent));
}

function lineOn(task: HeldTask, agent: string): string {
  const name = `${agent} holds ${nameHeld(task)}, and no run works on it.`;
  switch (task.status) {
    case "blocked":
      return `${name} It waits: signalbox explain ${task.issue}`;
    case "in-review":
      return `${name} Its handover is being judged: signalbox show ${task.issue}`;
    default:
      return `${name} To go on with it: signalbox run --issue ${task.issue}`;
  }
}
