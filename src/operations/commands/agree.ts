/** Agrees to a contract or objects to it. Whether the caller may, the App judges. */
import { z } from "zod";
import { issueInput } from "../issue.ts";
import { operation } from "../operation.ts";
import { textInput } from "../writes/text-input.ts";
import { waitsForNothing, waitsForSomething } from "../writes/wait-flags.ts";
import { subjectCard } from "../writes/write-input.ts";
import {
  boundInput,
  commandedText,
  commandOutput,
  isDone,
  notDone,
  writeBoundCommand,
} from "./write-command.ts";

const issue = issueInput.describe("the contract: 20, '#20', acme/demo#20 or its URL");
const only = { kinds: ["contract"], rule: "only contracts are agreed to." } as const;
const shared = {
  ...({ audience: "agents", effect: "writes", tool: "dispatched", output: commandOutput } as const),
  isMet: isDone,
  unmet: notDone,
  text: commandedText,
};

export const ack = operation({
  ...shared,
  name: "ack",
  summary: "Agree to a contract, for the task that you hold",
  input: z.object({ issue, ...boundInput }).refine(waitsForSomething, waitsForNothing),
  positional: ["issue"],
  examples: ["ack 20 --wait", "ack 20 --agent ada --dry-run"],
  run: async (ports, { issue: named, ...given }) => {
    const on = await subjectCard(ports, named, only);
    const command = { name: "ack", because: undefined } as const;
    return writeBoundCommand(ports, {
      operation: "ack",
      on,
      text: (name) => `/ack${name}`,
      command,
      ...given,
    });
  },
});

export const object = operation({
  ...shared,
  name: "object",
  summary: "Object to a contract, which keeps it open",
  input: z
    .object({
      issue,
      because: textInput("why"),
      breaking: z
        .boolean()
        .default(false)
        .describe("the change breaks what you build: a person then decides about it"),
      ...boundInput,
    })
    .refine(waitsForSomething, waitsForNothing),
  positional: ["issue", "because"],
  examples: ['object 20 "An order needs a price." --wait', 'object 20 "We read the old field." --breaking'],
  run: async (ports, { issue: named, because, breaking, ...given }) => {
    const on = await subjectCard(ports, named, only);
    const words = because.replace(/\r\n?/g, "\n");
    const command = { name: "object", isBreaking: breaking, because: words } as const;
    const text = (name: string): string => `/object${name} ${breaking ? "breaking " : ""}because ${words}`;
    return writeBoundCommand(ports, { operation: "object", on, text, command, ...given });
  },
});
