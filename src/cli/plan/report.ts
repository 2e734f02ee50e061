/** What a plan would change, as lines for a terminal and as JSON. */

import { type Look, plainLook } from "../../operations/output/look.ts";
import { inColumns } from "../../operations/output/table.ts";
import { oneLine } from "../../operations/output/terminal-text.ts";
import type { StepDone } from "../../operations/plans/apply.ts";
import type { CheckedPlan } from "../../operations/plans/check.ts";
import type { PlanStep, PlanText } from "../../operations/plans/compare.ts";
import { visible } from "../../protocol/characters.ts";
import { formatRef } from "../../protocol/references/ref.ts";
import { unifiedDiff } from "../init/unified-diff.ts";

const signs = { open: "+", write: "~", leave: "~", same: "=" } as const satisfies Record<
  PlanStep["action"],
  string
>;

/** Whether applying it would write anything. */
export function hasChanges({ steps }: CheckedPlan): boolean {
  return steps.some(({ action }) => action === "open" || action === "write");
}

/** One line for each entry, and below it the difference of its texts. */
export function planLines(plan: CheckedPlan, paint: Look["paint"]): string {
  const rows = [
    ...plan.steps.map((step) => [signs[step.action], step.entry.key, whereOf(step), titleOf(step)]),
    ...plan.strays.map(({ key, ref, title }) => [
      "?",
      key,
      formatRef(ref),
      `${oneLine(title, 80)} (not in the plan)`,
    ]),
  ].map((row) => row.map((cell) => oneLine(cell, 120)));
  const lines = inColumns(rows, plainLook, {
    paint: (cell, column) => (column === 0 ? paint(tones[cell] ?? "quiet", cell) : cell),
  });
  const shown = lines.flatMap((line, at) => {
    const step = plan.steps[at];
    return step === undefined ? [line] : [line, ...differenceOf(step)];
  });
  return [...shown, summary(plan)].map((line) => `${line}\n`).join("");
}

const tones: Readonly<Record<string, Parameters<Look["paint"]>[0]>> = {
  "+": "good",
  "~": "waiting",
  "?": "waiting",
};

function whereOf(step: PlanStep): string {
  return step.action === "open" ? `${step.place.owner}/${step.place.repo}` : formatRef(step.ref);
}

function titleOf(step: PlanStep): string {
  const title = oneLine(step.entry.title, 80);
  if (step.action !== "leave") return title;
  return `${title} (left alone: ${step.editor === undefined ? "it was edited" : `edited by ${step.editor}`})`;
}

function differenceOf(step: PlanStep): readonly string[] {
  if (step.action !== "write" && step.action !== "leave") return [];
  if (step.after === undefined) return ["    it names an entry that is not open yet"];
  return unifiedDiff(formatRef(step.ref), asText(step.before), asText(step.after))
    .trimEnd()
    .split("\n")
    .map((line) => `    ${visible(line.replaceAll("\t", "  "))}`);
}

function asText({ title, text }: PlanText): string {
  return `${title}\n\n${text}\n`;
}

function summary({ name, steps, strays }: CheckedPlan): string {
  const count = (action: PlanStep["action"]): number => steps.filter((step) => step.action === action).length;
  const parts = [
    [count("open"), "to open"],
    [count("write"), "to write"],
    [count("leave"), "left alone"],
    [count("same"), "unchanged"],
    [strays.length, "not in the plan"],
  ] as const;
  const named = parts.filter(([number]) => number > 0).map(([number, what]) => `${number} ${what}`);
  return `Plan ${name}: ${named.join(", ") || "nothing in it"}.`;
}

/** @param done what became of each step; undefined after a dry run */
export function planJson(plan: CheckedPlan, done: readonly StepDone[] | undefined): string {
  const results = new Map(done?.map((step) => [step.key, step]));
  const entries = plan.steps.map((step) => {
    const { key, kind, title } = step.entry;
    const result = results.get(key);
    const ref = result?.ref ?? (step.action === "open" ? undefined : step.ref);
    const diff =
      step.action === "write" || step.action === "leave" ? differenceOf(step).join("\n") : undefined;
    const issue = ref && formatRef(ref);
    return {
      key,
      kind,
      title,
      action: step.action,
      repository: repositoryOf(step),
      issue,
      done: result?.done,
      diff,
    };
  });
  const { warnings } = plan;
  const strays = plan.strays.map(({ key, title, ref }) => ({ key, title, issue: formatRef(ref) }));
  return `${JSON.stringify({ plan: plan.name, isApplied: done !== undefined, entries, strays, warnings }, undefined, 2)}\n`;
}

function repositoryOf({ place: { owner, repo } }: PlanStep): string {
  return `${owner}/${repo}`;
}
