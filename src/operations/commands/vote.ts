/** Votes for an option of a vote. Whether the caller may vote, the App judges. */
import { z } from "zod";
import { issueInput } from "../issue.ts";
import { operation } from "../operation.ts";
import { textInput } from "../writes/text-input.ts";
import { waitsForNothing, waitsForSomething } from "../writes/wait-flags.ts";
import { subjectCard } from "../writes/write-input.ts";
import { requireOption } from "./require-option.ts";
import {
  boundInput,
  commandedText,
  commandOutput,
  isDone,
  notDone,
  writeBoundCommand,
} from "./write-command.ts";

export const vote = operation({
  name: "vote",
  summary: "Vote for one of the options of a vote",
  audience: "agents",
  effect: "writes",
  tool: "dispatched",
  input: z
    .object({
      issue: issueInput.describe("the vote: 50, '#50', acme/demo#50 or its URL"),
      option: z.int().min(1).max(9).describe("the option's number"),
      because: textInput("why").optional(),
      ...boundInput,
    })
    .refine(waitsForSomething, waitsForNothing),
  output: commandOutput,
  positional: ["issue", "option"],
  examples: ['vote 50 2 --because "Two processes write." --wait', "vote 50 1 --agent ada --dry-run"],
  run: async (ports, { issue, option, because, ...given }) => {
    const on = await subjectCard(ports, issue, {
      kinds: ["vote"],
      rule: "only votes have options to vote for. An escalation is decided with decide.",
    });
    requireOption(on, on.poll?.options, option);
    const words = because?.replace(/\r\n?/g, "\n");
    return writeBoundCommand(ports, {
      operation: "vote",
      on,
      ...given,
      text: (name) => `/vote ${option}${name}${words === undefined ? "" : ` because ${words}`}`,
      command: { name: "vote", option, because: words },
    });
  },
  isMet: isDone,
  unmet: notDone,
  text: commandedText,
});
