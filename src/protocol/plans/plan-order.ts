/** Puts the entries of a plan into an order in which what an entry names comes before it. */
import { entriesBefore, type PlanEntry } from "./plan.ts";

export type PlanOrder =
  | { readonly ok: true; readonly entries: readonly PlanEntry[] }
  /** Keys that wait for each other in this order, the first one repeated at the end. */
  | { readonly ok: false; readonly cycle: readonly string[] };

/** Entries that do not wait for each other stay in the file's order. Keys that the plan lacks are ignored. */
export function orderOf(entries: readonly PlanEntry[]): PlanOrder {
  const byKey = new Map(entries.map((entry) => [entry.key, entry]));
  const done = new Set<string>();
  const ordered: PlanEntry[] = [];
  for (const entry of entries) {
    const cycle = visit(entry, { byKey, done, ordered });
    if (cycle !== undefined) return { ok: false, cycle };
  }
  return { ok: true, entries: ordered };
}

interface Walk {
  readonly byKey: ReadonlyMap<string, PlanEntry>;
  readonly done: Set<string>;
  readonly ordered: PlanEntry[];
}

interface Step {
  readonly entry: PlanEntry;
  readonly left: string[];
}

/** Depth first, with a stack of its own: a chain of a thousand tasks must not exhaust the program's. */
function visit(start: PlanEntry, { byKey, done, ordered }: Walk): readonly string[] | undefined {
  if (done.has(start.key)) return undefined;
  const path: Step[] = [stepAt(start)];
  for (let step = path.at(-1); step !== undefined; step = path.at(-1)) {
    const key = step.left.shift();
    if (key === undefined) {
      path.pop();
      done.add(step.entry.key);
      ordered.push(step.entry);
      continue;
    }
    const next = byKey.get(key);
    if (next === undefined || done.has(key)) continue;
    const from = path.findIndex(({ entry }) => entry.key === key);
    if (from >= 0) return [...path.slice(from).map(({ entry }) => entry.key), key];
    path.push(stepAt(next));
  }
  return undefined;
}

function stepAt(entry: PlanEntry): Step {
  return { entry, left: [...entriesBefore(entry)] };
}
