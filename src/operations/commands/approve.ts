/** Approves a text: a body by a user without write access, a suggested answer, or new settings. */
import { z } from "zod";
import { allKinds } from "../../protocol/kinds/kinds.ts";
import { issueInput } from "../issue.ts";
import { operation } from "../operation.ts";
import { waitsForNothing, waitsForSomething } from "../writes/wait-flags.ts";
import { subjectCard } from "../writes/write-input.ts";
import { hashToSend } from "./shown-text.ts";
import {
  commandedText,
  commandInput,
  commandOutput,
  isDone,
  notDone,
  writeCommand,
} from "./write-command.ts";

export const approve = operation({
  name: "approve",
  summary: "Approve a text that waits for it, such as a suggested answer",
  audience: "people",
  effect: "writes",
  tool: "dispatched",
  decides: true,
  input: z
    .object({
      issue: issueInput.describe("the issue with the text: 12, '#12', acme/demo#12 or its URL"),
      hash: z
        .string()
        .regex(
          /^(?:[0-9a-f]{8}|[0-9a-f]{64})$/i,
          "must be the 8 characters that signalbox shows on the issue, or a whole textHash",
        )
        .describe("the 8 characters that signalbox shows, or the textHash of show: which text you have read"),
      ...commandInput,
    })
    .refine(waitsForSomething, waitsForNothing),
  output: commandOutput,
  positional: ["issue", "hash"],
  examples: ["approve 12 1a2b3c4d --wait", "approve 12 1a2b3c4d --dry-run"],
  run: async (ports, { issue, hash, ...given }) => {
    const kinds = allKinds.map(({ name }) => name);
    const on = await subjectCard(ports, issue, { kinds, rule: "only messages are approved." });
    const isWhole = hash.length === 64;
    if (isWhole) await hashToSend(ports, on, { textHash: hash.toLowerCase(), dryRun: given.dryRun });
    const text = `/approve ${hash}`;
    const command = { name: "approve", hash: hash.toLowerCase() } as const;
    return writeCommand(ports, { operation: "approve", on, text, command, ...given });
  },
  isMet: isDone,
  unmet: notDone,
  text: commandedText,
});
