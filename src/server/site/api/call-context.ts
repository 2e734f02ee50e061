/** What a command's surroundings say, which no input has: sent by a command that asks a server elsewhere. */
import { z } from "zod";
import { UserError } from "../../../base/errors.ts";
import { agentName } from "../../../operations/holding/holding.ts";
import type { OperationPorts } from "../../../operations/operation.ts";

export const contextHeader = "signalbox-context";

const name = z.string().min(1).max(100);
const shape = z.object({
  repository: z.object({ owner: name, repo: name }).optional(),
  agent: agentName.optional(),
  session: z.string().max(26).optional(),
  space: z.string().max(300).optional(),
  lease: z.object({ token: z.string().max(20), task: z.string().max(300).optional() }).optional(),
});
export type CallContext = Readonly<z.output<typeof shape>>;

/** @throws UserError if it is not one of ours */
export function contextIn(header: string | undefined): CallContext {
  if (header === undefined) return {};
  const read = shape.safeParse(jsonIn(header));
  if (read.success) return read.data;
  throw new UserError(`The header ${contextHeader} is not understood.`, { code: "invalid-input" });
}

/** The names in it are judged like those in an input. */
export function withContext(ports: OperationPorts, given: CallContext): OperationPorts {
  const { repository, agent, space } = given;
  // Those of a run are in its secret.
  const session = ports.session ?? given.session;
  const lease = ports.lease ?? given.lease;
  return {
    ...ports,
    repository: repository ?? ports.repository,
    agent: ports.agent ?? agent,
    ...(session === undefined ? {} : { session }),
    ...(space === undefined ? {} : { space }),
    ...(lease === undefined ? {} : { lease: { token: lease.token, task: lease.task } }),
  };
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(decodeURIComponent(text));
  } catch {
    return undefined;
  }
}
