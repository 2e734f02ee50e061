/** The decisions that wait for people, as the operation lists them. */
import { escalations, escalationsOutput } from "../../operations/escalations.ts";
import type { OperationPorts } from "../../operations/operation.ts";
import type { Decision } from "../parts/decision-data.ts";

export const maxDecisions = 100;

/** @param repo only of this repository; undefined for all */
export async function decisionsIn(ports: OperationPorts, repo?: string): Promise<readonly Decision[]> {
  const { output } = await escalations.run(ports, { repo, limit: maxDecisions });
  return escalationsOutput.parse(output).decisions;
}
