import { z } from "zod";
import { repoInput } from "../../operations/issue.ts";
import { ready } from "../../operations/ready.ts";
import { requireAgent } from "./agent.ts";
import { tool } from "./tool.ts";

export const readyTool = tool({
  name: "ready",
  description: "Tasks with nothing in their way, most urgent first. Start here when you have none.",
  isReadOnly: true,
  input: z.object({
    repo: repoInput.describe("owner/name").optional(),
    track: z.string().max(100).optional(),
    mine: z.boolean().default(false).describe("only those that you have the capabilities for"),
    limit: z.number().int().min(1).max(100).default(10),
  }),
  call: async (calling, { mine, ...rest }) => {
    const forAgent = mine ? { for: requireAgent(calling) } : {};
    const { text } = await calling.run(ready, { ...rest, ...forAgent });
    return { own: ["To take one: `claim`."], shown: [...calling.reported(), text].join("\n") };
  },
});
