/** Refuses a suggested answer by closing it as not planned, which is what a person does by hand. */
import { z } from "zod";
import { UserError } from "../../base/errors.ts";
import { formatRef } from "../../protocol/references/ref.ts";
import { issueInput } from "../issue.ts";
import { operation } from "../operation.ts";
import { pauseNotice } from "../output/pause-notice.ts";
import { issueName, pausedField } from "../output/shapes.ts";
import { callerOf } from "../writes/caller.ts";
import { subjectCard, writeInput } from "../writes/write-input.ts";
import { hashToSend, textHashInput } from "./shown-text.ts";

export const refuse = operation({
  name: "refuse",
  summary: "Refuse a suggested answer: its question stays open",
  audience: "people",
  effect: "writes",
  tool: "dispatched",
  decides: true,
  input: z.object({
    issue: issueInput.describe("the answer: 12, '#12', acme/demo#12 or its URL"),
    textHash: textHashInput,
    dryRun: writeInput.dryRun,
  }),
  output: z.object({
    issue: issueName,
    wrote: z.enum(["closing", "nothing"]),
    paused: pausedField,
    command: z.string().optional().describe("after a dry run: the gh command that does the same"),
  }),
  positional: ["issue"],
  examples: ["refuse 12", "refuse 12 --dry-run"],
  run: async (ports, { issue: given, textHash, dryRun }) => {
    const rule = "only answers are refused. Decide an escalation with decide.";
    const card = await subjectCard(ports, given, { kinds: ["answer"], rule });
    const { owner, repo, number, state } = card;
    const issue = formatRef(card);
    if (state === "closed") throw new UserError(`${issue} is closed already.`, { code: "refused" });
    const caller = await callerOf(ports);
    if (dryRun) {
      const words = ["issue", "close", String(number), "--reason", "not planned"];
      return { issue, wrote: "nothing" as const, command: caller.ghLine(words, card), paused: undefined };
    }
    await hashToSend(ports, card, { textHash, dryRun });
    await (await caller.login()).writer.close({ owner, repo, number }, "not_planned");
    await ports.freshen(card);
    const paused = await pauseNotice(ports, card);
    return { issue, wrote: "closing" as const, ...(paused && { paused }) };
  },
  text: ({ issue, command, paused }) =>
    command ?? [`${issue} is closed as not planned.`, ...(paused === undefined ? [] : [paused])].join("\n"),
});
