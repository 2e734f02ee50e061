/** Answers a question as the person who chose on a page: by a command, where others open an answer's issue. */
import { z } from "zod";
import { issueInput } from "../issue.ts";
import type { OperationPorts } from "../operation.ts";
import { subjectCard } from "../writes/write-input.ts";
import type { Outcome } from "./await-command.ts";
import { namedText, nameToSend, textHashInput } from "./shown-text.ts";
import { choose } from "./write-command.ts";

const wish = z.object({
  question: issueInput,
  decision: z.string().min(1),
  why: z.string().min(1),
  textHash: textHashInput,
});

/** @throws UserError for another issue, and for words that would not be read whole */
export async function answerOnPage(
  ports: OperationPorts,
  input: Readonly<Record<string, unknown>>,
): Promise<{ readonly outcome: Outcome }> {
  const { question, decision, why, textHash: read } = wish.parse(input);
  const on = await subjectCard(ports, question, {
    kinds: ["question"],
    rule: "answers are for questions. A person decides an escalation with /decide on it.",
  });
  const words = `${decision}\n\nBecause ${why}`.replace(/\r\n?/g, "\n").trim();
  const named = await nameToSend(ports, on, { textHash: read, dryRun: false });
  const command = { name: "answer", decision: words, ...named } as const;
  return { outcome: await choose(ports, on, { text: `/answer${namedText(named)} ${words}`, command }) };
}
