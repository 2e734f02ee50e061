/** Approves a text: a body by a user without write access, a suggested answer, or new settings. */
import { z } from "zod";
import { UserError } from "../../base/errors.ts";
import { isWholeHash } from "../../protocol/commands/text-name.ts";
import { allKinds } from "../../protocol/kinds/kinds.ts";
import { type FullRef, formatRef } from "../../protocol/references/ref.ts";
import { issueInput } from "../issue.ts";
import { type OperationPorts, operation } from "../operation.ts";
import type { CardDetail } from "../ports.ts";
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
          "must be a textHash as show prints it, the first 8 characters of one that show has printed here, or a hash that signalbox shows on the issue",
        )
        .describe(
          "which text you have read: its textHash, as show prints it, or the first 8 characters of the one that was last shown to you here; for new settings or an agent's answer, the hash that signalbox shows on the issue",
        ),
      ...commandInput,
    })
    .refine(waitsForSomething, waitsForNothing),
  output: commandOutput,
  positional: ["issue", "hash"],
  examples: ["approve 12 1a2b3c4d --wait", "approve 12 1a2b3c4d --dry-run"],
  run: async (ports, { issue, hash, ...given }) => {
    const kinds = allKinds.map(({ name }) => name);
    const on = await subjectCard(ports, issue, { kinds, rule: "only messages are approved." });
    const whole = await wholeHash(ports, on, { written: hash.toLowerCase(), dryRun: given.dryRun });
    const command = { name: "approve", hash: whole } as const;
    return writeCommand(ports, { operation: "approve", on, text: `/approve ${whole}`, command, ...given });
  },
  isMet: isDone,
  unmet: notDone,
  text: commandedText,
});

/** An issue about a settings file names the file's hash in our own words. */
const settingsHash = /`\/approve ([0-9a-f]{64})`/;

/**
 * All digits of what the caller read: eight of them may be another text's by the time that they are written.
 * @throws UserError if eight are given of a text that was not shown here, or if there is another text now
 */
async function wholeHash(
  ports: OperationPorts,
  on: CardDetail,
  { written, dryRun }: { readonly written: string; readonly dryRun: boolean },
): Promise<string> {
  const [, ofSettings = ""] = on.kind === "escalation" ? (settingsHash.exec(on.body) ?? []) : [];
  const known = [ports.shown?.textFor(on)?.textHash, ofSettings].filter((hash) => hash?.startsWith(written));
  const whole = known[0] ?? written;
  if (!isWholeHash(whole)) throw notShownHere(on);
  // That of an agent's answer, or of a settings file, is not the issue's own.
  const isOther = whole === ofSettings || (on.kind === "question" && whole !== on.textHash);
  if (!isOther) await hashToSend(ports, on, { textHash: whole, dryRun });
  return whole;
}

function notShownHere(on: FullRef): UserError {
  const name = formatRef(on);
  return new UserError(
    `Nothing was written: 8 characters may be another text's, and none that begins so was shown to you here. Read it with signalbox show ${name}, and approve it then; or give all 64 characters.`,
    { code: "invalid-input" },
  );
}
