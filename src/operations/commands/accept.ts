/** Accepts a handover despite its verdict. */
import { z } from "zod";
import { issueInput } from "../issue.ts";
import { operation } from "../operation.ts";
import { textInput } from "../writes/text-input.ts";
import { waitsForNothing, waitsForSomething } from "../writes/wait-flags.ts";
import { subjectCard } from "../writes/write-input.ts";
import { workHashInput } from "./shown-text.ts";
import {
  boundInput,
  commandedText,
  commandOutput,
  isDone,
  notDone,
  writeBoundCommand,
} from "./write-command.ts";

export const accept = operation({
  name: "accept",
  summary: "Accept a handover as it is, despite its verdict",
  audience: "people",
  effect: "writes",
  tool: "dispatched",
  decides: true,
  input: z
    .object({
      issue: issueInput.describe("the handover: 60, '#60', acme/demo#60 or its URL"),
      because: textInput("why it is accepted although something is missing or wrong"),
      ...boundInput,
      workHash: workHashInput,
    })
    .refine(waitsForSomething, waitsForNothing),
  output: commandOutput,
  positional: ["issue"],
  examples: ['accept 60 --because "The failing check is broken on main, too." --wait'],
  run: async (ports, { issue, because: given, ...rest }) => {
    const on = await subjectCard(ports, issue, {
      kinds: ["handover"],
      rule: "only handovers are accepted. An escalation is decided with decide.",
    });
    const because = given.replace(/\r\n?/g, "\n");
    const text = (name: string): string => `/accept${name} because ${because}`;
    return writeBoundCommand(ports, {
      operation: "accept",
      on,
      text,
      command: { name: "accept", because },
      bindsWork: true,
      ...rest,
    });
  },
  isMet: isDone,
  unmet: notDone,
  text: commandedText,
});
