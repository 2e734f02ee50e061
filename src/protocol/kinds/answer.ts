/**
 * The answer kind: it answers one question. Whether its author may do so is decided by the engine, not here.
 */

import type { Ref } from "../references/ref.ts";
import { freeText, ref } from "../sections/section-types.ts";
import { type Kind, row, within } from "./kind.ts";

export interface Answer {
  readonly kind: "answer";
  /** The question it answers. */
  readonly answers: Ref;
  readonly decision: string;
  readonly rationale: string;
  readonly alternatives?: string | undefined;
  readonly sources?: string | undefined;
}

const answers = ref({
  label: "Answers",
  aliases: ["Question", "Answers question"],
  required: true,
  hint: "The question: `#40`.",
});
const decision = freeText({
  label: "Decision",
  required: true,
  hint: "The decision, worded so that others can act on it.",
});
const rationale = freeText({
  label: "Rationale",
  required: true,
  hint: "Why this rather than something else.",
});
const alternatives = freeText({
  label: "Alternatives considered",
  aliases: ["Alternatives"],
  hint: "What else was considered, and why it was rejected.",
});
const sources = freeText({
  label: "Sources",
  hint: "Where this can be verified: `path@commit#L1-L9`, issues, pages.",
});

export const answer: Kind<Answer> = {
  name: "answer",
  description: "Settles a question",
  prefix: "A:",
  nativeType: "Answer",
  nativeTypeIsShipped: false,
  sections: [answers, decision, rationale, alternatives, sources],
  read: (sheet) => {
    const question = sheet.take(answers);
    const settled = sheet.take(decision);
    const why = sheet.take(rationale);
    const extra = {
      alternatives: sheet.takeOr(alternatives, undefined),
      sources: sheet.takeOr(sources, undefined),
    };
    if (question === undefined || settled === undefined || why === undefined) return undefined;
    return { kind: "answer", answers: question, decision: settled, rationale: why, ...extra };
  },
  write: (message) => [
    row(answers, message.answers),
    row(decision, message.decision),
    row(rationale, message.rationale),
    row(alternatives, message.alternatives),
    row(sources, message.sources),
  ],
  mirroredLabels: () => [],
  named: (message) => within(answers, [message.answers], { kind: "question" }),
  blocksTasks: false,
};
