/** Locks files for an agent's task. What others have locked is waited for, without asking again. */
import { z } from "zod";
import { formatRef } from "../../protocol/references/ref.ts";
import {
  agentAsking,
  agentInput,
  isNotNow,
  leaseBlock,
  leaseInput,
  ordered,
  orderInput,
  placeOf,
  undecided,
} from "../holding/holding.ts";
import { inRepository, issueInput } from "../issue.ts";
import { operation } from "../operation.ts";
import { issueName, notNowFields, pathShape } from "../output/shapes.ts";
import { oneLine } from "../output/terminal-text.ts";
import { globsInput, pathsOf, sayPaths } from "./paths-of-task.ts";

export const lock = operation({
  name: "lock",
  summary: "Lock files for a task that an agent holds, or wait for them",
  audience: "agents",
  input: z.object({
    issue: issueInput,
    globs: globsInput,
    shared: z.boolean().default(false).describe("others may lock them as shared too"),
    for: z
      .string()
      .regex(/^\d{1,9} ?(?:s|m|h|d)$/, "must be a duration, for example 10m")
      .describe("how long, from the moment they are locked (default: as long as the agent holds the task)")
      .optional(),
    agent: agentInput,
    lease: leaseInput,
    order: orderInput,
  }),
  effect: "orders",
  tool: "dispatched",
  output: z.object({
    issue: issueName,
    agent: z.string(),
    isLocked: z.boolean(),
    paths: z.array(pathShape).optional().describe("the task's files as they are now"),
    ...notNowFields,
  }),
  positional: ["issue", "globs"],
  examples: [
    "lock 12 'src/api/**' docs/api.md --agent ada",
    "lock 12 'src/**' --shared",
    "lock 12 src --for 10m",
  ],
  run: async (ports, given) => {
    const agent = agentAsking(ports, given.agent);
    const ref = await inRepository(ports, given.issue);
    const words = [
      `/lock as ${agent}`,
      ...(given.shared ? ["shared"] : []),
      ...given.globs,
      ...(given.for === undefined ? [] : [`for ${given.for}`]),
    ];
    const text = `${words.join(" ")}${leaseBlock(ports, ref, given.lease)}`;
    const result = await ordered(ports, { ...placeOf(ref), agent, text, id: given.order });
    const issue = formatRef(ref);
    if (isNotNow(result)) return { agent, isLocked: false, ...result, issue };
    const paths = await pathsOf(ports, ref);
    const isLocked = paths.every(({ glob, isLocked: is }) => is || !given.globs.includes(glob));
    return { issue, agent, isLocked, paths };
  },
  text: (result) => {
    if (result.paths !== undefined) return sayPaths(result.issue, result.paths);
    const { issue, reason, isDecided } = result;
    return isDecided ? `Nothing was locked for ${issue}: ${oneLine(reason, 500)}.` : undecided(result);
  },
  unmet: "not locked yet, and the output says why",
  isMet: ({ isLocked }) => isLocked,
});
