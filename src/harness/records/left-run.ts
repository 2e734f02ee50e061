/** Runs that were killed before they could end: nobody works on their task, and their program may still do. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { lastRuns, openRunFolder } from "./run-folder.ts";
import { isAlive, isRunning } from "./run-process.ts";
import type { RunRecord } from "./run-record.ts";

/** The runs that were killed and after which the agent had no other on the same task; the newest first. */
export function leftRuns(home: string, agent: string): readonly RunRecord[] {
  return lastRuns(home, agent).filter((record) => record.endedAt === null && !isRunning(record));
}

/** The runs that could not give their task back, as while the server was away, and after which there was no other on it. */
export function unreturnedRuns(home: string, agent: string): readonly RunRecord[] {
  return lastRuns(home, agent).filter(
    ({ endedAt, isHeld, because }) => endedAt !== null && isHeld && because !== null,
  );
}

/**
 * Takes a run that was left for this process, as two runs of an agent may find the same one.
 * @returns whether no other process that is alive has taken it
 */
export function takeLeftRun(home: string, { id }: RunRecord): boolean {
  const file = join(home, "runs", id, "taken");
  try {
    writeFileSync(file, String(process.pid), { flag: "wx", mode: 0o600 });
    return true;
  } catch {
    const taker = Number(readFileSync(file, "utf8"));
    if (taker !== process.pid && isAlive(taker)) return false;
    writeFileSync(file, String(process.pid), { mode: 0o600 });
    return true;
  }
}

/** Gives a run its end that nobody saw. @param isHeld whether the agent still has the task under the run's lease */
export function endLeftRun(home: string, record: RunRecord, isHeld: boolean): void {
  openRunFolder(home, record.id, []).writeRecord({
    ...record,
    endedAt: new Date().toISOString(),
    exit: { type: "killed", code: null, why: "the end of its run, which was killed" },
    isHeld,
    because: isHeld ? null : "its run was killed",
  });
}

/** Records that the agent has the task no longer. */
export function endHolding(home: string, record: RunRecord): void {
  openRunFolder(home, record.id, []).writeRecord({ ...record, isHeld: false });
}
