import { z } from "zod";
import { ask } from "../../operations/writes/ask.ts";
import { categories, urgencies } from "../../protocol/kinds/question.ts";
import { issueArgument } from "./issue-argument.ts";
import { key, openedReply, options } from "./opened.ts";
import { tool } from "./tool.ts";

export const askTool = tool({
  name: "ask",
  description:
    "Opens a question that blocks your task until it is answered. Say what you know and what you tried. Then wait for the question.",
  isReadOnly: false,
  input: z.object({
    task: issueArgument,
    question: z.string(),
    context: z.string(),
    category: z.enum(categories),
    urgency: z.enum(urgencies),
    options,
    key,
  }),
  call: async (calling, given) =>
    openedReply(await calling.run(ask, given), "Wait for it: `wait` with this issue."),
});
