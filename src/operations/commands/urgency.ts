/** Changes how long a question or an escalation can wait. */
import { z } from "zod";
import { urgencyWords } from "../../protocol/commands/urgency.ts";
import { issueInput } from "../issue.ts";
import { operation } from "../operation.ts";
import { waitsForNothing, waitsForSomething } from "../writes/wait-flags.ts";
import { subjectCard } from "../writes/write-input.ts";
import {
  commandedText,
  commandInput,
  commandOutput,
  isDone,
  notDone,
  writeCommand,
} from "./write-command.ts";

export const urgency = operation({
  name: "urgency",
  summary: "Set how long a question or an escalation can wait",
  audience: "people",
  effect: "writes",
  tool: "dispatched",
  input: z
    .object({
      issue: issueInput.describe("the question or escalation: 40, '#40', acme/demo#40 or its URL"),
      urgency: z.enum(urgencyWords).describe(`one of ${urgencyWords.join(", ")}`),
      ...commandInput,
    })
    .refine(waitsForSomething, waitsForNothing),
  output: commandOutput,
  positional: ["issue", "urgency"],
  examples: ["urgency 40 blocking", "urgency 40 important --wait"],
  run: async (ports, { issue, urgency: word, ...given }) => {
    const on = await subjectCard(ports, issue, {
      kinds: ["question", "escalation"],
      rule: "only questions and escalations have an urgency.",
    });
    const command = { name: "urgency", urgency: word } as const;
    return writeCommand(ports, { operation: "urgency", on, text: `/urgency ${word}`, command, ...given });
  },
  isMet: isDone,
  unmet: notDone,
  text: commandedText,
});
