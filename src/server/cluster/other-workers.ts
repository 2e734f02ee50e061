/** What the workers that share a database tell each other, so that a busy one can leave installations to others. */
import { z } from "zod";
import type { OtherWorker } from "../../jobs/surplus.ts";
import type { KnownProcess } from "../../store/shape/processes.ts";

/** One of a release that does not say has no time, as far as we know. */
const says = z.object({ tenures: z.number(), isBusy: z.boolean() });

/** @param ownId of the process that asks */
export function otherWorkers(processes: readonly KnownProcess[], ownId: string): readonly OtherWorker[] {
  const others = processes.filter(({ id, role }) => role === "worker" && id !== ownId);
  return others.map((process) => said(process.says) ?? { tenures: 0, isBusy: true });
}

function said(text: string): OtherWorker | undefined {
  try {
    return says.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
