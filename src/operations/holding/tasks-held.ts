/** Finds the tasks that an agent holds already: where nothing is ready, these are what it can go on with. */
import { z } from "zod";
import { UserError } from "../../base/errors.ts";
import { agents } from "../agents.ts";
import type { OperationPorts } from "../operation.ts";
import { issueName } from "../output/shapes.ts";
import { show } from "../show.ts";

export const heldTask = z.object({ issue: issueName, status: z.string().optional() });
export type HeldTask = Readonly<z.output<typeof heldTask>>;

/** More are in the list of agents. */
const maxNamed = 5;

const working = z.object({
  repository: z.string(),
  agents: z.array(z.object({ tasks: z.array(z.number()) })),
});
const statusShape = z.object({ status: z.string().optional() });

/**
 * The first of them; empty where that cannot be known, as without an index.
 * @param repo `owner/name`; the caller's if undefined
 */
export async function tasksHeld(
  ports: OperationPorts,
  agent: string,
  repo: string | undefined,
): Promise<readonly HeldTask[]> {
  if (ports.source === "github") return [];
  try {
    const { output } = await agents.run(ports, { agent, repo });
    const { repository, agents: found } = working.parse(output);
    const issues = found.flatMap(({ tasks }) => tasks.map((number) => `${repository}#${number}`));
    return await Promise.all(issues.slice(0, maxNamed).map((issue) => withStatus(ports, issue)));
  } catch (thrown) {
    // It is an addition: why nothing could be had is said anyway.
    if (thrown instanceof UserError) return [];
    throw thrown;
  }
}

async function withStatus(ports: OperationPorts, issue: string): Promise<HeldTask> {
  const { output } = await show.run(ports, { issue });
  return { issue, status: statusShape.parse(output).status };
}

/** `acme/demo#13 (in-progress)` */
export function nameHeld({ issue, status }: HeldTask): string {
  return status === undefined ? issue : `${issue} (${status})`;
}

/** What an agent that asks for a task can do instead. */
export function goOnWith(agent: string, holds: readonly HeldTask[]): readonly string[] {
  const [first] = holds;
  if (first === undefined) return [];
  const names = holds.map(nameHeld).join(", ");
  const { issue } = first;
  return [
    `${agent} holds ${names}. Go on with it (signalbox brief ${issue}), or give it back (signalbox release ${issue}).`,
  ];
}
