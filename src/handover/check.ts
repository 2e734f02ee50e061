/**
 * The shape of a check and of the reasons that it gives. A newcomer would answer yes or no: what people need is the
 * sentence, and what was not shown is something else than what was shown to be false.
 */
import type { Handover } from "../protocol/handover.ts";
import type { HandoverPolicy } from "../protocol/handover-policy.ts";
import type { Invariant } from "../protocol/invariant.ts";
import type { Evidence } from "./evidence.ts";

/** An issue that the handover names, as the index knows it. */
export interface Reference {
  /** `#50`, as the handover writes it. */
  readonly name: string;
  readonly section: string;
  /** The only kind that makes sense there; undefined where any does. */
  readonly expected: string | undefined;
  /** Its kind; `none` for an ordinary issue, undefined if there is no such issue. */
  readonly found: string | undefined;
}

/** Everything that a verdict is about. */
export interface Subject {
  /** The handover's number. */
  readonly number: number;
  readonly handover: Handover;
  readonly evidence: Evidence;
  readonly references: readonly Reference[];
  /** Other tasks that its pull request completes already, as its text does not name this one. */
  readonly completedInstead: readonly string[];
  /** Where the pull request is of a stranger's fork: the commit that the fork is held to. */
  readonly forkHeldAt?: string | undefined;
  readonly policy: HandoverPolicy;
  readonly invariants: readonly Invariant[];
}

/** `failed` was shown to be false, `unverified` was not shown, `advice` never holds anything up. */
export type Standing = "passed" | "failed" | "unverified" | "advice";

export interface Reason {
  /** Name of the check that gives it. */
  readonly check: string;
  readonly standing: Standing;
  /** A complete sentence in Markdown. */
  readonly sentence: string;
  /** The changed file that it is about. */
  readonly path?: string;
  /** What it follows from. */
  readonly parts: readonly Reason[];
}

/** One file in `checks/`, one line in `verdict.ts`. */
export interface Check {
  readonly name: string;
  /** Undefined where it has nothing to say. */
  readonly examine: (subject: Subject) => Reason | undefined;
}

type Part = Omit<Reason, "check" | "parts">;

/** A reason that follows from nothing else. */
export function reason(check: string, standing: Standing, sentence: string): Reason {
  return { check, standing, sentence, parts: [] };
}

/** Stands as the worst of its parts, under a sentence for that. */
export function following(
  check: string,
  parts: readonly Part[],
  sentences: Readonly<Partial<Record<Standing, string>>> & { readonly passed: string },
): Reason {
  const standing = worstOf(parts);
  return {
    check,
    standing,
    sentence: sentences[standing] ?? sentences.passed,
    parts: parts.map((part) => ({ ...part, check, parts: [] })),
  };
}

const byWeight: readonly Standing[] = ["failed", "unverified", "advice", "passed"];

export function worstOf(reasons: readonly { readonly standing: Standing }[]): Standing {
  return byWeight.find((standing) => reasons.some((each) => each.standing === standing)) ?? "passed";
}

/** Somebody's words in a sentence of ours: a code span that no backtick of theirs can end. */
export function quoted(words: string): string {
  const line = words.replace(/\s+/g, " ").slice(0, 200).replaceAll("`", "'").toWellFormed();
  return `\`${line === "" ? " " : line}\``;
}

/** `1 file`, `2 files`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
