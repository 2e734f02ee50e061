/** Runs that were killed before they could end: nobody works on their task, and their program may still do. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { messageOf, UserError } from "../../base/errors.ts";
import { ownProcess, type ProcessIdentity, presenceOf } from "../../programs/process-identity.ts";
import { lastRuns, openRunFolder } from "./run-folder.ts";
import type { RunRecord } from "./run-record.ts";

/**
 * The runs that were killed and after which the agent had no other on the same task; the newest first. Of what runs
 * elsewhere nothing is known: its task lapses if it was killed.
 */
export function leftRuns(home: string, agent: string): readonly RunRecord[] {
  return lastRuns(home, agent).filter((record) => record.endedAt === null && presenceOf(record) === "gone");
}

/** The runs that could not give their task back, as while the server was away, and after which there was no other on it. */
export function unreturnedRuns(home: string, agent: string): readonly RunRecord[] {
  return lastRuns(home, agent).filter(
    ({ endedAt, isHeld, because }) => endedAt !== null && isHeld && because !== null,
  );
}

/** Each one was killed, too, except the last. */
const maxTakers = 1_000;

/**
 * Takes a run that was left for this process, as two runs of an agent may find the same one. Each taker has a file of its own, which
 * only one process can create, and which counts until that has ended.
 * @returns whether no other process has taken it
 */
export function takeLeftRun(home: string, { id }: RunRecord): boolean {
  for (let count = 0; count < maxTakers; count += 1) {
    const file = takerFile(home, id, count);
    const taker = takerIn(file);
    if (taker === "none") return createTaker(file);
    if (taker === "unknown") return false;
    if (isThisProcess(taker)) return true;
    if (presenceOf(taker) !== "gone") return false;
  }
  return false;
}

/** Leaves a run that this process took to others: it does not go on with it. */
export function dropLeftRun(home: string, { id }: RunRecord): void {
  for (let count = 0; count < maxTakers; count += 1) {
    const file = takerFile(home, id, count);
    const taker = takerIn(file);
    if (taker === "none") return;
    if (taker !== "unknown" && isThisProcess(taker)) rmSync(file, { force: true });
  }
}

function takerFile(home: string, id: string, count: number): string {
  return join(home, "runs", id, `taken.${count}`);
}

const takerShape = z.object({ machine: z.string(), pid: z.number(), processStart: z.string().nullable() });

/** Unknown is one that just writes its file, or was killed while it did. */
function takerIn(file: string): ProcessIdentity | "none" | "unknown" {
  try {
    return takerShape.safeParse(JSON.parse(readFileSync(file, "utf8"))).data ?? "unknown";
  } catch (thrown) {
    return isOfCode(thrown, "ENOENT") ? "none" : "unknown";
  }
}

function createTaker(file: string): boolean {
  try {
    writeFileSync(file, JSON.stringify(ownProcess()), { flag: "wx", mode: 0o600 });
    return true;
  } catch (thrown) {
    if (isOfCode(thrown, "EEXIST")) return false;
    throw new UserError(`What a killed run left could not be taken in ${file}: ${messageOf(thrown)}`, {
      cause: thrown,
    });
  }
}

function isOfCode(thrown: unknown, code: string): boolean {
  return thrown instanceof Error && "code" in thrown && thrown.code === code;
}

function isThisProcess({ machine, pid, processStart }: ProcessIdentity): boolean {
  const own = ownProcess();
  return machine === own.machine && pid === own.pid && processStart === own.processStart;
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
