/**
 * Turns the tasks of another tracker into a plan. Whatever the tracker, its ids become the plan's keys in the same way,
 * so that an import that is run again finds what it opened.
 */

import type { Task } from "../../protocol/kinds/task.ts";
import type { PlanEntry } from "../../protocol/plans/plan.ts";
import { withoutCycles } from "../../protocol/plans/plan-order.ts";
import { planKey } from "../../protocol/plans/plan-schema.ts";
import type { ReadPlan } from "../../protocol/plans/read-plan.ts";

/** A task of another tracker. */
export interface ForeignTask {
  /** Its id there. */
  readonly id: string;
  /** 1-based. */
  readonly line: number;
  readonly title: string;
  readonly task: Pick<Task, "goal" | "acceptance" | "track" | "priority">;
  /** The ids of those that must be completed first. */
  readonly waitsFor: readonly string[];
  readonly isClosed: boolean;
}

/** A plan that was read from another tracker's file. */
export interface ImportedPlan extends ReadPlan {
  /** The keys of tasks that are closed there. */
  readonly closed: ReadonlySet<string>;
  /** What was left out or changed, phrases. */
  readonly remarks: readonly string[];
}

export type ImportReading =
  | ({ readonly ok: true } & ImportedPlan)
  /** Phrases, each beginning with its line if it has one. */
  | { readonly ok: false; readonly faults: readonly string[] };

/** Reads one tracker's format. Never throws. */
export type ImportReader = (text: string, options: { readonly withClosed: boolean }) => ImportReading;

/** GitHub takes no more dependencies of one issue. */
const maxWaitsFor = 50;
const maxRemarks = 50;

/** @param name of the plan: with an id it identifies an issue for ever */
export function importedPlan(
  name: string,
  tasks: readonly ForeignTask[],
  before: readonly string[] = [],
): ImportReading {
  const keys = keysOf(tasks);
  if (typeof keys === "string") return { ok: false, faults: [keys] };
  const remarks = [...before];
  const wanted = tasks.map((task) => entryOf(task, keys, remarks));
  const { entries, cycles } = withoutCycles(wanted);
  for (const cycle of cycles)
    remarks.push(`${cycle.join(" → ")}: each waits for the next; the last of these dependencies is left out`);
  const lines = new Map(tasks.map(({ id, line }) => [keys.get(id), line]));
  return {
    ok: true,
    plan: { name, repo: undefined, entries },
    lineOf: (key) => lines.get(key),
    closed: new Set(tasks.flatMap(({ id, isClosed }) => (isClosed ? (keys.get(id) ?? []) : []))),
    remarks: shortened(remarks),
  };
}

/** The key of each id; a fault if two ids would have the same one. */
function keysOf(tasks: readonly ForeignTask[]): ReadonlyMap<string, string> | string {
  const keys = new Map<string, string>();
  const lines = new Map<string, number>();
  for (const { id, line } of tasks) {
    const key = keyOf(id);
    const earlier = lines.get(key);
    if (earlier !== undefined) return `line ${line}: its id is that of line ${earlier}: ${quoted(id)}`;
    keys.set(id, key);
    lines.set(key, line);
  }
  return keys;
}

/** The id itself wherever a plan could have it as a key. */
function keyOf(id: string): string {
  const word = id.replace(/[^\w.-]/g, "-").slice(0, 58);
  return planKey.test(word) ? word : `i-${word}`;
}

function entryOf(
  { id, title, task, waitsFor, line }: ForeignTask,
  keys: ReadonlyMap<string, string>,
  remarks: string[],
): PlanEntry {
  const known = [...new Set(waitsFor)].flatMap((each) => {
    const key = keys.get(each);
    if (key === undefined) remarks.push(`line ${line}: it waits for ${quoted(each)}, which is not imported`);
    return key === undefined ? [] : [key];
  });
  if (known.length > maxWaitsFor)
    remarks.push(
      `line ${line}: it waits for ${known.length} others, and GitHub takes ${maxWaitsFor}: the first ones are kept`,
    );
  return {
    kind: "task",
    key: keys.get(id) ?? keyOf(id),
    title,
    repo: undefined,
    targets: known.slice(0, maxWaitsFor).map((key) => ({ type: "entry", key })),
    together: [],
    message: { kind: "task", files: [], requires: [], ...task },
  };
}

function quoted(id: string): string {
  return JSON.stringify(id.slice(0, 60));
}

function shortened(remarks: readonly string[]): readonly string[] {
  if (remarks.length <= maxRemarks) return remarks;
  return [...remarks.slice(0, maxRemarks), `and ${remarks.length - maxRemarks} more`];
}
