/**
 * The question kind: it blocks its tasks until it is answered. Only a nice-to-have question may block none.
 */

import type { Ref } from "../references/ref.ts";
import { choice, freeText, line, refs } from "../sections/section-types.ts";
import { type Kind, row, type SectionReader, within } from "./kind.ts";

export const categories = ["architecture", "implementation", "tooling", "clarification"] as const;
export const urgencies = ["blocking", "important", "nice-to-have"] as const;

export type Category = (typeof categories)[number];
export type Urgency = (typeof urgencies)[number];

export interface Question {
  readonly kind: "question";
  readonly blockingTasks: readonly Ref[];
  readonly category: Category;
  readonly urgency: Urgency;
  /** Known facts and attempts so far. */
  readonly context: string;
  readonly options?: string | undefined;
  readonly decisionClass?: string | undefined;
}

/** GitHub's limit on an issue's dependencies in one direction. */
const maxBlocked = 50;
const blockingTask = refs(
  {
    label: "Blocking task",
    aliases: ["Blocking tasks", "Blocks", "Blocked task"],
    required: true,
    hint: "The tasks that wait for the answer: `#12`. May be empty only for a nice-to-have question.",
  },
  { max: maxBlocked, why: "GitHub lets one issue block no more" },
);
const category = choice(
  { label: "Category", required: true, hint: "What the question is about." },
  categories,
);
const urgency = choice(
  { label: "Urgency", required: true, hint: "How long the answer can wait." },
  urgencies,
);
const context = freeText({
  label: "Context",
  required: true,
  hint: "What is known, what was tried, and what exactly has to be decided.",
});
const options = freeText({
  label: "Options",
  hint: "The answers you can think of, one per line, with the pros and cons of each.",
});
const decisionClass = line({
  label: "Decision class",
  hint: "The row of the policy that this falls under, if you know it.",
});

export const question: Kind<Question> = {
  name: "question",
  description: "Blocks its tasks until a person or agent with authority answers",
  prefix: "Q:",
  nativeType: "Question",
  nativeTypeIsShipped: false,
  sections: [blockingTask, category, urgency, context, options, decisionClass],
  read: (sheet) => {
    const how = sheet.take(urgency);
    const blockingTasks = tasksOf(sheet, how);
    const about = sheet.take(category);
    const known = sheet.take(context);
    const extra = {
      options: sheet.takeOr(options, undefined),
      decisionClass: sheet.takeOr(decisionClass, undefined),
    };
    if (how === undefined || blockingTasks === undefined || about === undefined || known === undefined)
      return undefined;
    return { kind: "question", blockingTasks, category: about, urgency: how, context: known, ...extra };
  },
  write: (message) => [
    row(blockingTask, message.blockingTasks),
    row(category, message.category),
    row(urgency, message.urgency),
    row(context, message.context),
    row(options, message.options),
    row(decisionClass, message.decisionClass),
  ],
  mirroredLabels: ({ urgency, category }) => [`urgency:${urgency}`, `category:${category}`],
  named: (message) => within(blockingTask, message.blockingTasks, { kind: "task", edge: "blocks" }),
  blocksTasks: true,
};

function tasksOf(sheet: SectionReader, urgency: Urgency | undefined): readonly Ref[] | undefined {
  if (urgency === "nice-to-have") return sheet.takeOr(blockingTask, []);
  const tasks = sheet.take(blockingTask);
  if (tasks === undefined || tasks.length > 0 || urgency === undefined) return tasks;
  sheet.complain({
    section: blockingTask.label,
    message: `A question with urgency \`${urgency}\` must say which task waits for it.`,
    fix: "Write the task, such as `#12`, or change Urgency to `nice-to-have`.",
  });
  return undefined;
}
