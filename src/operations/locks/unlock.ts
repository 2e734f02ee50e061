/** Gives up files that were locked for an agent's task. */
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

export const unlock = operation({
  name: "unlock",
  summary: "Give up locks of a task that an agent holds: some, or all",
  audience: "agents",
  input: z.object({
    issue: issueInput,
    globs: globsInput.optional(),
    agent: agentInput,
    lease: leaseInput,
    order: orderInput,
  }),
  effect: "orders",
  tool: "dispatched",
  output: z.object({
    issue: issueName,
    agent: z.string(),
    isUnlocked: z.boolean(),
    paths: z.array(pathShape).optional().describe("the task's files as they are now"),
    ...notNowFields,
  }),
  positional: ["issue", "globs"],
  examples: ["unlock 12 docs/api.md --agent ada", "unlock 12"],
  run: async (ports, { issue: given, globs = [], order, agent: named, lease }) => {
    const agent = agentAsking(ports, named);
    const ref = await inRepository(ports, given);
    const text = `${[`/unlock as ${agent}`, ...globs].join(" ")}${leaseBlock(ports, ref, lease)}`;
    const result = await ordered(ports, { ...placeOf(ref), agent, text, id: order });
    const issue = formatRef(ref);
    if (isNotNow(result)) return { agent, isUnlocked: false, ...result, issue };
    return { issue, agent, isUnlocked: true, paths: await pathsOf(ports, ref) };
  },
  text: (result) => {
    if (result.paths !== undefined) return sayPaths(result.issue, result.paths);
    const { issue, reason, isDecided } = result;
    return isDecided ? `Nothing was unlocked for ${issue}: ${oneLine(reason, 500)}.` : undecided(result);
  },
  unmet: "not now, and the output says why",
  isMet: ({ isUnlocked }) => isUnlocked,
});
