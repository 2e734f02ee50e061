/**
 * What a kind label says of a readable body that somebody trusted stands behind is settled: whoever deletes the label
 * from the repository takes no task from the bus. Another kind label says otherwise; a mistaken one on an ordinary
 * issue, whose body reads as nothing, settles nothing.
 */
import { nothing, type RememberRule, type Situation } from "../model/rule.ts";
import { isAdmitted } from "./trust.ts";

export const settleKind: RememberRule = { name: "settle-kind", remember };

function remember({ record }: Situation) {
  const { reading, memory, seen } = record;
  if (reading.kind === undefined || reading.message === undefined || !isAdmitted(record)) return nothing;
  const isLabelled = seen.labels.some((label) => label.toLowerCase() === `kind:${reading.kind}`);
  if (!isLabelled || memory.kind === reading.kind) return nothing;
  return { memory: { ...memory, kind: reading.kind } };
}
