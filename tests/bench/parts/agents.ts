/** Agents at work: how fast they get a task, what they cost GitHub, and what many leases cost the store. */
import { countClaims, raceForOne, timeClaims } from "../agents/claims.ts";
import { costAnHour } from "../agents/hour.ts";
import { compareLocks } from "../agents/locks.ts";
import { askAboutLeases } from "../agents/queries.ts";
import type { Figure } from "../figure.ts";
import type { Run } from "../part.ts";

export async function part(run: Run): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const measure of [timeClaims, countClaims, raceForOne, askAboutLeases, compareLocks, costAnHour])
    figures.push(...(await measure(run)));
  return figures;
}
