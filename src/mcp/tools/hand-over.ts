import { z } from "zod";
import { handOver } from "../../operations/writes/hand-over.ts";
import { verdictLines, verdictSeenShape } from "../../operations/writes/verdict-board.ts";
import { outcomes } from "../../protocol/kinds/handover.ts";
import { issueArgument } from "./issue-argument.ts";
import { key, openedReply } from "./opened.ts";
import { tool } from "./tool.ts";

const outputShape = z.object({ remarks: z.array(z.string()), found: verdictSeenShape.optional() });
const issues = z.array(issueArgument).max(50).optional();

export const handOverTool = tool({
  name: "hand_over",
  description:
    "Reports your task's result; it is checked against the pull request. complete closes the task; partial and blocked leave it to the next agent, and name in blockers what is missing.",
  isReadOnly: false,
  input: z.object({
    task: issueArgument,
    status: z.enum(outcomes),
    changes: z.array(z.string()).max(500).describe("path: what changed; or none"),
    verified: z.array(z.string()).max(500).describe("command: result, only what you ran; or none"),
    context: z.string(),
    next_steps: z.string(),
    pull_request: z.string().max(500).optional(),
    blockers: issues,
    discoveries: issues,
    as_is: z.boolean().optional(),
    key,
  }),
  call: async (calling, { next_steps: nextSteps, pull_request: pullRequest, as_is: asIs, ...given }) => {
    const result = await calling.run(handOver, { ...given, nextSteps, pullRequest, asIs });
    const next =
      given.status === "complete"
        ? "What is found wrong with it comes to your inbox: `wait`."
        : "Release the task now, so that another agent can take it.";
    const { remarks, found } = outputShape.parse(result.output);
    const lines = [...remarks, ...(found === undefined ? [] : verdictLines(found))];
    const shown = lines.length === 0 ? {} : { shown: lines.join("\n") };
    return { ...openedReply(result, next), ...shown };
  },
});
