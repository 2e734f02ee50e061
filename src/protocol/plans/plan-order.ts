/** Puts the entries of a plan into an order in which what an entry names comes before it. */
import { entriesBefore, type PlanEntry } from "./plan.ts";

/** Keys that wait for each other in this order, the first one repeated at the end. */
export type PlanCycle = readonly string[];

export type PlanOrder =
  | { readonly ok: true; readonly entries: readonly PlanEntry[] }
  | { readonly ok: false; readonly cycle: PlanCycle };

/** Entries that do not wait for each other stay in the file's order. Keys that the plan lacks are ignored. */
export function orderOf(entries: readonly PlanEntry[]): PlanOrder {
  const { ordered, cycles } = walk(entries);
  const [cycle] = cycles;
  return cycle === undefined ? { ok: true, entries: ordered } : { ok: false, cycle };
}

/** The same entries without the dependencies by which a cycle closes, and the cycles that there were. */
export function withoutCycles(entries: readonly PlanEntry[]): {
  readonly entries: readonly PlanEntry[];
  readonly cycles: readonly PlanCycle[];
} {
  const { cycles } = walk(entries);
  const cut = new Map<string, Set<string>>();
  for (const cycle of cycles) {
    const [from = "", to = ""] = cycle.slice(-2);
    cut.set(from, (cut.get(from) ?? new Set()).add(to));
  }
  const kept = entries.map((entry) => {
    const left = cut.get(entry.key);
    if (left === undefined) return entry;
    return {
      ...entry,
      targets: entry.targets.filter((target) => target.type === "issue" || !left.has(target.key)),
    };
  });
  return { entries: kept, cycles };
}

const maxShown = 20;

interface Step {
  readonly entry: PlanEntry;
  readonly left: string[];
}

/**
 * Depth first, with a stack of its own: a chain of a thousand tasks must not exhaust the program's. A dependency on
 * an entry that is on the stack closes a cycle, and is passed over.
 */
function walk(entries: readonly PlanEntry[]) {
  const byKey = new Map(entries.map((entry) => [entry.key, entry]));
  const done = new Set<string>();
  const ordered: PlanEntry[] = [];
  const cycles: PlanCycle[] = [];
  for (const start of entries) {
    if (done.has(start.key)) continue;
    const path: Step[] = [stepAt(start)];
    const places = new Map([[start.key, 0]]);
    for (let step = path.at(-1); step !== undefined; step = path.at(-1)) {
      const key = step.left.shift();
      if (key === undefined) {
        path.pop();
        places.delete(step.entry.key);
        done.add(step.entry.key);
        ordered.push(step.entry);
        continue;
      }
      const next = byKey.get(key);
      const from = places.get(key);
      if (from !== undefined) cycles.push(cycleFrom(path, from));
      if (next === undefined || from !== undefined || done.has(key)) continue;
      places.set(key, path.length);
      path.push(stepAt(next));
    }
  }
  return { ordered, cycles };
}

/** A long one without its middle: a hostile plan has many, each as long as the plan. */
function cycleFrom(path: readonly Step[], from: number): PlanCycle {
  const keyAt = (at: number): string => path[at]?.entry.key ?? "";
  const length = path.length - from;
  const shown = length <= maxShown ? length : maxShown / 2;
  const first = Array.from({ length: shown }, (_, at) => keyAt(from + at));
  if (length <= maxShown) return [...first, keyAt(from)];
  const end = Array.from({ length: shown }, (_, at) => keyAt(path.length - shown + at));
  return [...first, "…", ...end, keyAt(from)];
}

function stepAt(entry: PlanEntry): Step {
  return { entry, left: [...entriesBefore(entry)] };
}
