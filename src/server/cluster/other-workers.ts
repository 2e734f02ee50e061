/** Reads what the other workers of the database report, so that a busy one can leave installations to them. */
import { z } from "zod";
import type { OtherWorker } from "../../jobs/count-hand-offs.ts";
import type { KnownProcess } from "../../store/shape/processes.ts";

/** A worker of a release that does not report this counts as busy. */
const loadReport = z.object({ tenures: z.number(), isBusy: z.boolean() });

/** @param ownId of the process that asks */
export function otherWorkers(processes: readonly KnownProcess[], ownId: string): readonly OtherWorker[] {
  const others = processes.filter(({ id, role }) => role === "worker" && id !== ownId);
  return others.map((process) => loadIn(process.report) ?? { tenures: 0, isBusy: true });
}

function loadIn(text: string): OtherWorker | undefined {
  try {
    return loadReport.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
