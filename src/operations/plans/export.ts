/** Writes a plan from its issues as they are now, in the form in which a plan file has it. */

import type { Question } from "../../protocol/kinds/question.ts";
import type { Task } from "../../protocol/kinds/task.ts";
import { readMessage } from "../../protocol/message.ts";
import {
  type FullRef,
  formatRef,
  type Ref,
  type RepositoryName,
  refKey,
  resolveRef,
} from "../../protocol/references/ref.ts";
import type { FoundIssue } from "./found.ts";

export interface ExportedPlan {
  /** Keys in the order of the schema; what is empty is left out. */
  readonly file: Readonly<Record<string, unknown>>;
  /** Issues whose text cannot be read. */
  readonly unreadable: readonly FullRef[];
}

/** @param issues of the plan, one for each key. @param home the repository that entries need not name */
export function exportPlan(plan: string, issues: readonly FoundIssue[], home: RepositoryName): ExportedPlan {
  const keys = new Map(issues.map(({ ref, key }) => [refKey(ref), key]));
  const tasks: Record<string, unknown> = {};
  const questions: Record<string, unknown> = {};
  const unreadable: FullRef[] = [];
  for (const { ref, key, title, body } of issues) {
    const { message } = { message: undefined, ...readMessage({ title, body, labels: [] }) };
    const repo = isSame(ref, home) ? undefined : `${ref.owner}/${ref.repo}`;
    const nameOf = (target: Ref): string => {
      const full = resolveRef(target, ref);
      return keys.get(refKey(full)) ?? formatRef(isSame(full, ref) ? { number: full.number } : full);
    };
    if (message?.kind === "task") tasks[key] = withoutEmpty({ title, repo, ...taskFields(message, nameOf) });
    else if (message?.kind === "question")
      questions[key] = withoutEmpty({ title, repo, ...questionFields(message, nameOf) });
    else unreadable.push(ref);
  }
  return {
    file: { plan, repo: `${home.owner}/${home.repo}`, ...withoutEmpty({ tasks, questions }) },
    unreadable,
  };
}

function taskFields(task: Task, nameOf: (ref: Ref) => string) {
  const { goal, acceptance, blockedBy, together = [], track, priority, files, requires, skill } = task;
  const boxes = acceptance.map(({ text }) => text);
  const refs = { blocked_by: blockedBy.map(nameOf), together_with: together.map(nameOf) };
  return { goal, acceptance: boxes, ...refs, track, priority, files, requires, skill };
}

function questionFields(question: Question, nameOf: (ref: Ref) => string) {
  const { blockingTasks, category, urgency, context, options, decisionClass } = question;
  const blocks = blockingTasks.map(nameOf);
  return { blocks, category, urgency, context, options, decision_class: decisionClass };
}

function isSame(one: RepositoryName, other: RepositoryName): boolean {
  return refKey({ ...one, number: 0 }) === refKey({ ...other, number: 0 });
}

function withoutEmpty(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const isEmpty = (value: unknown): boolean =>
    value === undefined || (typeof value === "object" && value !== null && Object.keys(value).length === 0);
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => !isEmpty(value)));
}
