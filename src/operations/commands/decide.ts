/** Decides an escalation. Whether the caller may, the App judges. */
import { z } from "zod";
import { readMessage } from "../../protocol/message.ts";
import { issueInput } from "../issue.ts";
import { operation } from "../operation.ts";
import type { CardDetail } from "../ports.ts";
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

const input = z
  .object({
    issue: issueInput.describe("the escalation or vote: 12, '#12', acme/demo#12 or its URL"),
    option: z
      .int()
      .min(1)
      .max(999)
      .describe("the option's number; without one, the reason is the decision")
      .optional(),
    because: textInput("why; or the decision itself, if no option is given").optional(),
    ...boundInput,
  })
  .refine(waitsForSomething, waitsForNothing)
  .refine(({ option, because }) => option !== undefined || because !== undefined, {
    path: ["option"],
    message: "give an option, or the decision in your own words with because",
  });

export const decide = operation({
  name: "decide",
  summary: "Decide an escalation or a vote, by an option or in your own words",
  audience: "people",
  effect: "writes",
  tool: "dispatched",
  decides: true,
  input,
  output: commandOutput,
  positional: ["issue", "option"],
  examples: [
    'decide 12 2 --because "The law allows a year." --wait',
    'decide 12 --because "Neither: ask again in May."',
  ],
  run: async (ports, { issue, option, because, ...given }) => {
    const on = await subjectCard(ports, issue, {
      kinds: ["escalation", "vote"],
      rule: "decisions are for escalations and votes. A question is answered with answer.",
    });
    if (option !== undefined) requireOption(on, optionsOf(on), option);
    const words = because?.replace(/\r\n?/g, "\n");
    if (option === undefined)
      return writeBoundCommand(ports, {
        operation: "decide",
        on,
        ...given,
        text: (name) => `/decide${name} because ${words}`,
        command: { name: "decide", option, words: words ?? "" },
      });
    return writeBoundCommand(ports, {
      operation: "decide",
      on,
      ...given,
      text: (name) => `/decide ${option}${name}${words === undefined ? "" : ` because ${words}`}`,
      command: { name: "decide", option, because: words },
    });
  },
  isMet: isDone,
  unmet: notDone,
  text: commandedText,
});

/** Undefined for a text that cannot be read. */
function optionsOf({ title, body, kind }: CardDetail) {
  const reading = readMessage({ title, body, labels: [`kind:${kind}`] });
  const message = reading.kind === undefined ? undefined : reading.message;
  if (message?.kind !== "escalation" && message?.kind !== "vote") return undefined;
  return message.options.map((text, index) => ({ number: index + 1, text }));
}
