/** Whether the process of a run is still there. */
import { uptime } from "node:os";
import type { RunRecord } from "./run-record.ts";

/** Whether the process that ran it is there. After a restart of the machine its number may be another program's. */
export function isRunning({ pid, startedAt }: Pick<RunRecord, "pid" | "startedAt">): boolean {
  return Date.parse(startedAt) > Date.now() - uptime() * 1_000 && isAlive(pid);
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
