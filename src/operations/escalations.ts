/**
 * Lists what waits for a person's decision, most urgent first. Reads the index, so it costs no GitHub quota.
 */
import { z } from "zod";
import { toIsoSeconds } from "../base/clock.ts";
import { formatRef } from "../protocol/references/ref.ts";
import type { EscalationCard } from "./board/escalation-card.ts";
import { limitInput } from "./flags/limit.ts";
import { parseRepository, repoInput, requireServed } from "./issue.ts";
import { operation } from "./operation.ts";
import { ageOf, asOf, type Shown, toneOf } from "./output/look.ts";
import { escalationFields, readingShape } from "./output/shapes.ts";
import { oneLine, plainLines, quotedLines, quotedWords } from "./output/terminal-text.ts";

function entry(card: EscalationCard): string {
  const taken = `  Accept it by commenting ${card.approve} there; close it as not planned to reject it.`;
  const numbered = card.options.map((text, index) => `  ${index + 1}. ${quotedWords(text, 120)}`);
  const options = card.approve === undefined ? numbered : [taken];
  return [
    `${formatRef(card)}  ${oneLine(card.title)} (${card.urgency}, since ${toIsoSeconds(card.createdAt)})`,
    ...quotedLines(card.question, 5),
    ...options,
  ].join("\n");
}

/** The question, its options, and last how to decide each. */
function onTerminal(cards: readonly EscalationCard[], shown: Shown): string {
  const { paint, opening } = shown.look;
  const entries = cards.map((card) => {
    const urgency = paint(toneOf(card.urgency), card.urgency);
    const [asked = ""] = plainLines(card.question, 1);
    const kind = card.approve === undefined ? "" : ", suggested";
    const options = card.options.map((text, index) => `     ${index + 1}  ${quotedWords(text, 100)}`);
    const command = card.approve ?? (card.options.length === 0 ? "/answer …" : "/decide 1 because …");
    const where = opening(card);
    return [
      `${paint("strong", formatRef(card))}  ${urgency}, ${ageOf(card.createdAt, shown)}${kind}  ${oneLine(asked)}`,
      ...options,
      `     Comment ${paint("strong", command)}${where === undefined ? "" : `. Open it: ${where}`}`,
    ].join("\n");
  });
  return [...entries, `${cards.length} for people. ${asOf(shown)}`].join("\n");
}

export const escalationsOutput = z.object({
  ...readingShape,
  decisions: z.array(z.object(escalationFields)),
});

export const escalations = operation({
  name: "escalations",
  summary: "List the decisions and suggested answers waiting for a person",
  audience: "people",
  input: z.object({
    repo: repoInput.optional(),
    limit: limitInput.default(30).describe("maximum number to list"),
  }),
  effect: "reads",
  tool: "dispatched",
  output: escalationsOutput,
  positional: [],
  examples: ["escalations", "escalations --repo acme/demo --json"],
  reads: "decisions",
  run: async (ports, { repo, limit }) => {
    const repository = repo === undefined ? ports.repository : parseRepository(repo);
    if (repository !== undefined) await requireServed(ports, repository);
    return ports.board.escalations({ repository, limit });
  },
  text: (cards, shown) => {
    if (cards.length === 0) return "Nothing is waiting for a person.";
    return shown.look.isTerminal ? onTerminal(cards, shown) : cards.map(entry).join("\n\n");
  },
});
