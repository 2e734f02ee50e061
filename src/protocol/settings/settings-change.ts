/** Compares two settings and decides whether the change needs an admin's approval. */
import type { Settings } from "./config.ts";
import { coordinatorModes } from "./context-settings.ts";

/** One setting that differs. */
export interface SettingChange {
  readonly keys: readonly string[];
  /** Its keys joined by dots: `trust.agents`. */
  readonly path: string;
  /** As JSON; undefined if not set. */
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** How many entries were added to and removed from a list; undefined for anything else. */
  readonly entries?: { readonly added: number; readonly removed: number } | undefined;
}

export function settingsChanges(before: Settings, after: Settings): readonly SettingChange[] {
  return changesIn([], before, after);
}

function changesIn(path: readonly string[], before: unknown, after: unknown): readonly SettingChange[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  if (!isMap(before) || !isMap(after)) return [change(path, before, after)];
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return keys.flatMap((key) => changesIn([...path, key], before[key], after[key]));
}

function change(keys: readonly string[], before: unknown, after: unknown): SettingChange {
  const common = { keys, path: keys.join("."), before: JSON.stringify(before), after: JSON.stringify(after) };
  return Array.isArray(before) && Array.isArray(after)
    ? { ...common, entries: entries(before, after) }
    : common;
}

function entries(before: readonly unknown[], after: readonly unknown[]): SettingChange["entries"] {
  const [old, now] = [before, after].map((list) => new Set(list.map((each) => JSON.stringify(each))));
  const missing = (one = new Set<string>(), other = new Set<string>()): number =>
    [...one].filter((each) => !other.has(each)).length;
  return { added: missing(now, old), removed: missing(old, now) };
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Whether a change needs no approval, because it extends no one's authority and lets no decision be made by
 * default.
 * @param labelsInUse names, default or the repository's own, that open issues carry; undefined if not known
 */
export function needsNobody(
  before: Settings,
  after: Settings,
  labelsInUse: ReadonlySet<string> | undefined,
): boolean {
  return settingsChanges(before, after).every(({ keys: [family, name], path }) => {
    if (path === "issue_types") return true;
    if (path === "paused") return after.paused;
    if (path === "coordinator.mode") return rank(after) < rank(before);
    const label = family === "labels" ? name : undefined;
    return label !== undefined && labelsInUse !== undefined && isUnused(label, before, after, labelsInUse);
  });
}

function rank({ coordinator }: Settings): number {
  return coordinatorModes.indexOf(coordinator.mode);
}

/** Whether no open issue carries the label's old or new name. */
function isUnused(
  shipped: string,
  before: Settings,
  after: Settings,
  labelsInUse: ReadonlySet<string>,
): boolean {
  const used = new Set([...labelsInUse].map((name) => name.toLowerCase()));
  const names = [shipped, before.labels[shipped], after.labels[shipped]];
  return names.every((name) => name === undefined || !used.has(name.toLowerCase()));
}
