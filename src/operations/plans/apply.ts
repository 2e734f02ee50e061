/**
 * Carries out a plan that was checked. Killed at any point, the next run finds what was opened by its envelope and
 * goes on.
 */
import { unreachable } from "../../base/errors.ts";
import { labelsOf } from "../../protocol/label.ts";
import { readMessage } from "../../protocol/message.ts";
import { entriesTogether, messageOf, withNumbered } from "../../protocol/plans/plan.ts";
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
  type PlanText,
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
  const numbers = new Map(plan.steps.flatMap((step) => ("ref" in step ? [[step.entry.key, step.ref]] : [])));
  const results = new Map<string, StepDone>();
  const steps = stepsToTake(plan.steps);
  const count = steps.filter(isWriting).length;
  let at = 0;
  for (const step of steps) {
    const { key } = step.entry;
    const result = await carryOut(ports, plan, step, (other) => numbers.get(other));
    numbers.set(key, result.ref);
    if (step.action !== "complete" || result.done === "left") results.set(key, result);
    if (!isWriting(step)) continue;
    at += 1;
    ports.written({ ...result, title: step.entry.title, at, count });
  }
  return plan.steps.flatMap(({ entry }) => results.get(entry.key) ?? []);
}

/** Names what was opened after it, in an issue that this run opened itself. */
type Completion = PlacedEntry & { readonly action: "complete"; readonly isNamed: (key: string) => boolean };

type Step = PlanStep | Completion;

function isWriting({ action }: Step): boolean {
  return action === "open" || action === "write" || action === "complete";
}

/** Tasks that land together name each other: the one that is opened first is written again, once all have numbers. */
function stepsToTake(steps: readonly PlanStep[]): readonly Step[] {
  const openedAt = new Map(
    steps.flatMap(({ action, entry }, at) => (action === "open" ? [[entry.key, at]] : [])),
  );
  const isLater = (at: number) => (key: string) => (openedAt.get(key) ?? -1) > at;
  const [first, second]: [Step[], Step[]] = [[], []];
  for (const [at, step] of steps.entries()) {
    const isEarly = entriesTogether(step.entry).some(isLater(at));
    if (isEarly && step.action === "write") second.push(step);
    else first.push(step);
    if (isEarly && step.action === "open")
      second.push({
        entry: step.entry,
        place: step.place,
        action: "complete",
        isNamed: (key) => !isLater(at)(key),
      });
  }
  return [...first, ...second];
}

async function carryOut(
  ports: PlanPorts,
  plan: CheckedPlan,
  step: Step,
  numberOf: NumberOf,
): Promise<StepDone> {
  const { entry, place } = step;
  const { key } = entry;
  switch (step.action) {
    case "open": {
      const placed = { entry: withNumbered(entry, numberOf), place };
      const number = await ports.writer.open(place, newIssue(ports, plan, placed, numberOf));
      return { key, ref: { ...place, number }, done: "opened" };
    }
    case "write":
      return { key, ref: step.ref, done: await write(ports, plan, step, numberOf) };
    case "complete": {
      const ref = numberOf(key);
      const opened = withNumbered(entry, (other) => (step.isNamed(other) ? numberOf(other) : undefined));
      const before = planText({ entry: opened, place }, numberOf);
      if (ref === undefined || before === undefined) throw new Error(`${key} was not opened.`);
      return { key, ref, done: await write(ports, plan, { entry, place, ref, before }, numberOf) };
    }
    case "leave":
      return { key, ref: step.ref, done: "left" };
    case "same":
      return { key, ref: step.ref, done: "unchanged" };
    default:
      return unreachable(step);
  }
}

interface Writing extends PlacedEntry {
  readonly ref: FullRef;
  readonly before: PlanText;
}

/** GitHub cannot compare before it writes, so the text is read again just before. */
async function write(
  ports: PlanPorts,
  plan: CheckedPlan,
  step: Writing,
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
