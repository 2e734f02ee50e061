/** Agents at work: how fast they get a task, what they cost GitHub, and what many leases cost the store. */
import { countClaims, raceForOneTask, timeClaims } from "../agents/claims.ts";
import { countRequestsOfAnHour } from "../agents/hour.ts";
import { timeLockChecks } from "../agents/locks.ts";
import { timeLeaseQueries } from "../agents/queries.ts";
import { countPointsOfAShift } from "../agents/shift.ts";
import type { Figure } from "../figure.ts";
import type { Run } from "../part.ts";

export async function part(run: Run): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const measure of [
    timeClaims,
    countClaims,
    raceForOneTask,
    timeLeaseQueries,
    timeLockChecks,
    countRequestsOfAnHour,
    countPointsOfAShift,
  ])
    figures.push(...(await measure(run)));
  return figures;
}
