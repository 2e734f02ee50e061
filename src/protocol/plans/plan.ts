/** A plan: messages to open as issues, which refer to each other by key as long as they have no numbers. */
import type { Question } from "../kinds/question.ts";
import type { Task } from "../kinds/task.ts";
import { type FullRef, parseRefs, type Ref, type RepositoryName } from "../references/ref.ts";
import type { PlanFile } from "./plan-schema.ts";

export interface Plan {
  readonly name: string;
  /** Where an entry goes that names no repository. */
  readonly repo: RepositoryName | undefined;
  readonly entries: readonly PlanEntry[];
}

/** What an entry refers to: another entry, or an issue that exists. */
export type Target =
  | { readonly type: "entry"; readonly key: string }
  | { readonly type: "issue"; readonly ref: Ref };

interface EntryHead {
  readonly key: string;
  readonly title: string;
  readonly repo: RepositoryName | undefined;
  /** What a task waits for, or what waits for a question. */
  readonly targets: readonly Target[];
}

export type PlanEntry =
  | (EntryHead & {
      readonly kind: "task";
      /** What lands with it. Entries name each other. */
      readonly together: readonly Target[];
      readonly message: Omit<Task, "blockedBy" | "together">;
    })
  | (EntryHead & { readonly kind: "question"; readonly message: Omit<Question, "blockingTasks"> });

export function planFrom({ plan, repo, tasks, questions }: PlanFile): Plan {
  return {
    name: plan,
    repo: repo === undefined ? undefined : repositoryIn(repo),
    entries: [
      ...Object.entries(tasks).map(([key, entry]) => taskEntry(key, entry, namingKeys(tasks, key))),
      ...Object.entries(questions).map(([key, entry]) => questionEntry(key, entry)),
    ],
  };
}

/** A link into another repository holds only if both sides have it, so each side gets it. */
function namingKeys(tasks: PlanFile["tasks"], key: string): readonly string[] {
  return Object.entries(tasks).flatMap(([other, { together_with }]) =>
    other !== key && together_with.includes(key) ? other : [],
  );
}

function taskEntry(key: string, entry: PlanFile["tasks"][string], named: readonly string[]): PlanEntry {
  const { title, repo, goal, acceptance, blocked_by, track, priority, files, requires, skill } = entry;
  const boxes = acceptance.map((text) => ({ text, done: false }));
  return {
    ...head(key, title, repo, blocked_by),
    kind: "task",
    together: [...new Set([...entry.together_with, ...named])].map(targetIn),
    message: { kind: "task", goal, acceptance: boxes, track, priority, files, requires, skill },
  };
}

function questionEntry(key: string, entry: PlanFile["questions"][string]): PlanEntry {
  const { title, repo, blocks, category, urgency, context, options, decision_class: decisionClass } = entry;
  return {
    ...head(key, title, repo, blocks),
    kind: "question",
    message: { kind: "question", category, urgency, context, options, decisionClass },
  };
}

function head(key: string, title: string, repo: string | undefined, targets: readonly string[]): EntryHead {
  const named = repo === undefined ? undefined : repositoryIn(repo);
  return { key, title, repo: named, targets: targets.map(targetIn) };
}

function repositoryIn(name: string): RepositoryName {
  const [owner = "", repo = ""] = name.split("/");
  return { owner, repo };
}

/** Keys have no `#`, so nothing is both. */
function targetIn(text: string): Target {
  const [ref, ...others] = /^\S+$/.test(text) ? parseRefs(text) : [];
  return ref === undefined || others.length > 0 ? { type: "entry", key: text } : { type: "issue", ref };
}

/** The entries that must have a number before this one is opened. */
export function entriesBefore({ targets }: PlanEntry): readonly string[] {
  return targets.flatMap(keyOf);
}

/** The entries that land with this one. They name each other, so one of them is opened before it can say so. */
export function entriesTogether(entry: PlanEntry): readonly string[] {
  return entry.kind === "task" ? entry.together.flatMap(keyOf) : [];
}

function keyOf(target: Target): readonly string[] {
  return target.type === "entry" ? [target.key] : [];
}

/** The entry as it can be opened now: without those that land with it and have no number yet. */
export function withNumbered(entry: PlanEntry, numberOf: (key: string) => FullRef | undefined): PlanEntry {
  if (entry.kind !== "task") return entry;
  const isKnown = (target: Target): boolean => target.type === "issue" || numberOf(target.key) !== undefined;
  return { ...entry, together: entry.together.filter(isKnown) };
}

/**
 * The message to open, with numbers in place of keys.
 * @param numberOf of an entry; undefined while it has none
 * @param home the repository that the message is written in: its own issues are named by number alone
 */
export function messageOf(
  entry: PlanEntry,
  numberOf: (key: string) => FullRef | undefined,
  home: RepositoryName,
): Task | Question | undefined {
  const refs = refsOf(entry.targets, numberOf, home);
  if (refs === undefined) return undefined;
  if (entry.kind === "question") return { ...entry.message, blockingTasks: refs };
  const together = refsOf(entry.together, numberOf, home);
  return together && { ...entry.message, blockedBy: refs, together };
}

/** Undefined while one of them has no number. */
function refsOf(
  targets: readonly Target[],
  numberOf: (key: string) => FullRef | undefined,
  home: RepositoryName,
): readonly Ref[] | undefined {
  const refs: Ref[] = [];
  for (const target of targets) {
    const ref = target.type === "issue" ? target.ref : numberOf(target.key);
    if (ref === undefined) return undefined;
    refs.push(shortIn(ref, home));
  }
  return refs;
}

function shortIn(ref: Ref, home: RepositoryName): Ref {
  const isHome =
    ref.owner?.toLowerCase() === home.owner.toLowerCase() &&
    ref.repo?.toLowerCase() === home.repo.toLowerCase();
  return isHome ? { number: ref.number } : ref;
}
