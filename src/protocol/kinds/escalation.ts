/**
 * The escalation kind: one decision that a person has to make, with the options to choose from, if any. Only
 * `/decide` and `/answer` decide it, never a plain reply.
 */

import type { Ref } from "../references/ref.ts";
import { about } from "../section-values/about.ts";
import { type Deadline, deadline } from "../section-values/deadline.ts";
import { options } from "../section-values/numbered.ts";
import { choice, freeText, line } from "../sections/section-types.ts";
import { type Kind, type Problem, row, type SectionReader, within } from "./kind.ts";

export const pressures = ["blocking", "important", "advisory"] as const;

export interface Escalation {
  readonly kind: "escalation";
  /**
   * The question or task that waits for the decision; `settings` if it concerns the repository's settings.
   */
  readonly regarding: Ref | "settings";
  readonly urgency: (typeof pressures)[number];
  readonly context: string;
  readonly question: string;
  /** The chosen option becomes the decision verbatim. If none were given, `/answer` decides. */
  readonly options: readonly string[];
  readonly recommendation?: string | undefined;
  readonly impactOfDelay: string;
  readonly deadline?: Deadline | undefined;
  /** 1-based number of the option that takes effect at the deadline, if the policy allows that. */
  readonly default?: number | undefined;
}

const regarding = about({
  label: "Regarding",
  required: true,
  hint: "The question or task that waits for the decision: `#40`.",
});
const urgency = choice(
  { label: "Urgency", required: true, hint: "How long the decision can wait." },
  pressures,
);
const context = freeText({
  label: "Context",
  required: true,
  hint: "What a reader who was not involved needs to know.",
});
const question = freeText({ label: "Question", required: true, hint: "The one decision to make." });
const choices = options({
  label: "Options",
  required: true,
  hint: "Numbered from 1, each with its pros and cons: `1. Use SQLite. It is there.`",
});
const recommendation = freeText({ label: "Recommendation", hint: "The option you would choose, and why." });
const impactOfDelay = freeText({
  label: "Impact of delay",
  required: true,
  hint: "What happens until someone decides, and when it starts to matter.",
});
const until = deadline({
  label: "Deadline",
  hint: "When it must be decided: `4h` from now, or a time in UTC such as `2026-12-24 16:00`.",
});
const fallback = line({
  label: "Default",
  hint: "Number of the option to take at the deadline, if the policy allows it.",
});

export const escalation: Kind<Escalation> = {
  name: "escalation",
  description: "Asks a person for one decision",
  prefix: "Escalation:",
  nativeType: "Escalation",
  nativeTypeIsShipped: false,
  sections: [regarding, urgency, context, question, choices, recommendation, impactOfDelay, until, fallback],
  read: (sheet) => {
    const subject = sheet.take(regarding);
    const pressure = sheet.take(urgency);
    const known = sheet.take(context);
    const asked = sheet.take(question);
    const offered = sheet.take(choices);
    const delay = sheet.take(impactOfDelay);
    const extra = {
      recommendation: sheet.takeOr(recommendation, undefined),
      deadline: sheet.takeOr(until, undefined),
      default: offered === undefined ? undefined : defaultOf(sheet, offered.length),
    };
    if (subject === undefined || pressure === undefined || known === undefined) return undefined;
    if (asked === undefined || offered === undefined || delay === undefined) return undefined;
    const needed = { regarding: subject, urgency: pressure, context: known, question: asked };
    return { kind: "escalation", ...needed, options: offered, impactOfDelay: delay, ...extra };
  },
  write: (message) => [
    row(regarding, message.regarding),
    row(urgency, message.urgency),
    row(context, message.context),
    row(question, message.question),
    row(choices, message.options),
    row(recommendation, message.recommendation),
    row(impactOfDelay, message.impactOfDelay),
    row(until, message.deadline),
    row(fallback, message.default === undefined ? undefined : String(message.default)),
  ],
  mirroredLabels: ({ urgency }) => [`urgency:${urgency}`],
  named: (message) => (message.regarding === "settings" ? [] : within(regarding, [message.regarding])),
  blocksTasks: false,
};

/** The option's number, written as `2`, `2.` or `Option 2`. */
function defaultOf(sheet: SectionReader, offered: number): number | undefined {
  const written = sheet.takeOr(fallback, undefined);
  if (written === undefined) return undefined;
  const number = Number(/^(?:option )?(\d{1,3})(?=\D|$)/i.exec(written)?.[1]);
  if (number >= 1 && number <= offered) return number;
  const problem: Problem = {
    section: fallback.label,
    message: `Default is not the number of any of the ${offered} options.`,
    fix: "Write the number alone, such as `1`, or leave it empty.",
  };
  sheet.complain(problem);
  return undefined;
}
