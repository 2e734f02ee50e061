/** Makes a task wait for another issue, or no longer. */
import { z } from "zod";
import { formatRef } from "../../protocol/references/ref.ts";
import { issueInput } from "../issue.ts";
import { type Operation, operation } from "../operation.ts";
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

function changesBlocker(name: "block" | "unblock", summary: string, example: string): Operation {
  return operation({
    name,
    summary,
    audience: "people",
    effect: "writes",
    tool: "dispatched",
    input: z
      .object({
        issue: issueInput.describe("the task: 12, '#12', acme/demo#12 or its URL"),
        blocker: issueInput.describe("what it waits for: 13, acme/web#3 or a URL"),
        ...commandInput,
      })
      .refine(waitsForSomething, waitsForNothing),
    output: commandOutput,
    positional: ["issue", "blocker"],
    examples: [example, `${name} acme/demo#12 acme/web#3 --dry-run`],
    run: async (ports, { issue, blocker, ...given }) => {
      const on = await subjectCard(ports, issue, { kinds: ["task"], rule: "only tasks wait for others." });
      const text = `/${name} ${formatRef(blocker)}`;
      return writeCommand(ports, { operation: name, on, text, command: { name, blocker }, ...given });
    },
    isMet: isDone,
    unmet: notDone,
    text: commandedText,
  });
}

export const block = changesBlocker("block", "Make a task wait for another issue", "block 12 13 --wait");
export const unblock = changesBlocker("unblock", "Stop a task waiting for another issue", "unblock 12 13");
