/**
 * Carries out a plan that was checked. Killed at any point, the next run finds what was opened by its envelope and
 * goes on.
 */
import { labelsOf } from "../../protocol/label.ts";
import { readMessage } from "../../protocol/message.ts";
import { messageOf } from "../../protocol/plans/plan.ts";
import { planEnvelope } from "../../protocol/plans/plan-mark.ts";
import type { FullRef } from "../../protocol/references/ref.ts";
import { writeBody } from "../../protocol/sections/write.ts";
import type { CallerWriter, NewIssue } from "../caller-writer.ts";
import type { CheckedPlan, PlanReader } from "./check.ts";
import {
  isSameText,
  issueText,
  type NumberOf,
  type PlacedEntry,
  type PlanStep,
  planText,
} from "./compare.ts";

export interface PlanPorts extends PlanReader {
  readonly writer: CallerWriter;
  /** Called after each issue that was opened or written. */
  readonly written: (step: WrittenStep) => void;
}

/** How far a plan is. */
export interface WrittenStep extends StepDone {
  readonly title: string;
  /** From 1 to `count`. */
  readonly at: number;
  readonly count: number;
}

/** What became of a step. */
export interface StepDone {
  readonly key: string;
  readonly ref: FullRef;
  readonly done: "opened" | "written" | "left" | "unchanged";
}

export async function applyPlan(ports: PlanPorts, plan: CheckedPlan): Promise<readonly StepDone[]> {
  const numbers = new Map<string, FullRef>();
  const results: StepDone[] = [];
  const count = plan.steps.filter(({ action }) => action === "open" || action === "write").length;
  let at = 0;
  for (const step of plan.steps) {
    const result = await carryOut(ports, plan, step, (key) => numbers.get(key));
    numbers.set(result.key, result.ref);
    results.push(result);
    if (step.action !== "open" && step.action !== "write") continue;
    at += 1;
    ports.written({ ...result, title: step.entry.title, at, count });
  }
  return results;
}

async function carryOut(
  ports: PlanPorts,
  plan: CheckedPlan,
  step: PlanStep,
  numberOf: NumberOf,
): Promise<StepDone> {
  const { key } = step.entry;
  switch (step.action) {
    case "open": {
      const number = await ports.writer.open(step.place, newIssue(ports, plan, step, numberOf));
      return { key, ref: { ...step.place, number }, done: "opened" };
    }
    case "write":
      return { key, ref: step.ref, done: await write(ports, plan, step, numberOf) };
    case "leave":
      return { key, ref: step.ref, done: "left" };
    case "same":
      return { key, ref: step.ref, done: "unchanged" };
  }
}

/** GitHub cannot compare before it writes, so the text is read again just before. */
async function write(
  ports: PlanPorts,
  plan: CheckedPlan,
  step: Extract<PlanStep, { readonly action: "write" }>,
  numberOf: NumberOf,
): Promise<StepDone["done"]> {
  const now = issueText(await ports.issues.textOf(step.ref));
  if (!isSameText(now, step.before)) return "left";
  const { title, body } = newIssue(ports, plan, step, numberOf);
  await ports.writer.edit(step.ref, { title, body });
  return "written";
}

function newIssue(
  { digest }: PlanPorts,
  { name, homeOf }: CheckedPlan,
  placed: PlacedEntry,
  numberOf: NumberOf,
): NewIssue {
  const { entry, place } = placed;
  const message = messageOf(entry, numberOf, place);
  const text = planText(placed, numberOf);
  if (message === undefined || text === undefined)
    throw new Error(`${entry.key} names an entry without a number.`);
  const body = writeBody(message, planEnvelope(digest, name, entry.key, text));
  const reading = readMessage({ title: entry.title, body, labels: [] });
  return { title: entry.title, body, labels: labelsOf(reading, homeOf(place).settings.labels) };
}
