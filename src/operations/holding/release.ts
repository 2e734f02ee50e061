/** Gives a task back that an agent holds, or to another agent. */
import { z } from "zod";
import { formatRef } from "../../protocol/references/ref.ts";
import { inRepository, issueInput } from "../issue.ts";
import { operation } from "../operation.ts";
import { issueName, notNowFields } from "../output/shapes.ts";
import { oneLine } from "../output/terminal-text.ts";
import {
  agentAsking,
  agentInput,
  agentName,
  isNotNow,
  leaseBlock,
  leaseInput,
  ordered,
  orderInput,
  placeOf,
  undecided,
  waitInput,
} from "./holding.ts";

/** The engine keeps no more of it. */
const maxReason = 200;

export const release = operation({
  name: "release",
  summary: "Give a task back that an agent holds, or to another agent",
  audience: "agents",
  input: z.object({
    issue: issueInput,
    to: agentName.describe("the agent that holds it from then on").optional(),
    because: z
      .string()
      .max(maxReason)
      .regex(/^\S[^\p{Cc}]*$/u, "must be one line")
      .describe("why, for later readers")
      .optional(),
    agent: agentInput,
    lease: leaseInput,
    order: orderInput,
    wait: waitInput,
  }),
  effect: "orders",
  tool: "core",
  output: z.object({
    issue: issueName,
    agent: z.string(),
    to: z.string().optional().describe("the agent that was to hold it from then on"),
    isReleased: z.boolean(),
    ...notNowFields,
  }),
  positional: ["issue"],
  examples: [
    "release 12 --agent ada",
    "release 12 --because 'it needs a decision first'",
    "release 12 --to bea",
  ],
  worksFromGitHub: true,
  run: async (ports, { issue, to, because, order, lease, wait, agent: given }) => {
    const agent = agentAsking(ports, given);
    const ref = await inRepository(ports, issue);
    const words = [
      `/release as ${agent}`,
      ...(to === undefined ? [] : [`to ${to}`]),
      ...(because === undefined ? [] : [`because ${because}`]),
    ];
    const text = `${words.join(" ")}${leaseBlock(ports, ref, lease)}`;
    const result = await ordered(ports, { ...placeOf(ref), agent, text, id: order, patienceMs: wait });
    const name = formatRef(ref);
    if (isNotNow(result)) return { agent, to, isReleased: false, ...result, issue: name };
    return { issue: name, agent, to, isReleased: true };
  },
  text: (result) => {
    const { issue, to } = result;
    if (!("reason" in result))
      return to === undefined ? `${issue} is free again.` : `${issue} is ${to}'s now.`;
    const { reason, isDecided } = result;
    return isDecided ? `${issue} was not released: ${oneLine(reason, 500)}.` : undecided(result);
  },
  unmet: "not now, and the output says why",
  isMet: ({ isReleased }) => isReleased,
});
