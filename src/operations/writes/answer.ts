/** Answers a question. Whether the caller may settle it, the App decides. */
import { z } from "zod";
import { answer as kind } from "../../protocol/kinds/answer.ts";
import { formatRef } from "../../protocol/references/ref.ts";
import { hashToSend, textHashInput } from "../commands/shown-text.ts";
import { issueInput } from "../issue.ts";
import { operation } from "../operation.ts";
import { issueName } from "../output/shapes.ts";
import { oneLine } from "../output/terminal-text.ts";
import { openedFields, openedLines, openMessage } from "./open-message.ts";
import { textInput } from "./text-input.ts";
import { subjectOf, writeInput } from "./write-input.ts";

export const answer = operation({
  name: "answer",
  summary: "Answer a question",
  audience: "agents",
  effect: "writes",
  tool: "core",
  output: z.object({ question: issueName, ...openedFields }),
  input: z.object({
    question: issueInput.describe("the question: 40, '#40', acme/demo#40 or its URL"),
    decision: textInput("the decision, worded so that others can act on it"),
    why: textInput("why this rather than something else"),
    alternatives: textInput("what else was considered, and why it was rejected").optional(),
    textHash: textHashInput,
    sources: textInput("where this can be verified: `path@commit#L1-L9`, issues, pages").optional(),
    ...writeInput,
  }),
  positional: ["question", "decision"],
  examples: [
    'answer 40 "SQLite" --why "One file, and it survives kill -9."',
    "answer 40 @decision.md --why @why.md --dry-run",
  ],
  run: async (ports, { question, decision, why, alternatives, sources, textHash, agent, key, dryRun }) => {
    const { number, ...place } = await subjectOf(ports, question, {
      kinds: ["question"],
      rule: "answers are for questions. A person decides an escalation with /decide on it.",
    });
    const answered = await hashToSend(ports, { ...place, number }, { textHash, dryRun });
    const opened = await openMessage(ports, {
      operation: "answer",
      about: formatRef({ ...place, number }),
      place,
      title: `${kind.prefix} ${oneLine(decision, 80)}`,
      agent,
      key,
      dryRun,
      answered,
      message: { kind: "answer", answers: { number }, decision, rationale: why, alternatives, sources },
    });
    return { question: formatRef({ ...place, number }), ...opened };
  },
  text: (output) => openedLines(output).join("\n"),
});
