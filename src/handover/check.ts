/**
 * The shape of a check and of its reasons. People read the sentences, and a missing proof (`unverified`) is
 * not the same as a contradiction (`failed`).
 */
import type { Handover } from "../protocol/kinds/handover.ts";
import type { HandoverPolicy } from "../protocol/settings/handover-policy.ts";
import type { Invariant } from "../protocol/settings/invariant.ts";
import type { Evidence } from "./evidence.ts";

/** An issue that the handover names, as the index knows it. */
export interface Reference {
  /** `#50`, as the handover writes it. */
  readonly name: string;
  readonly section: string;
  /** The only kind that is valid there; undefined if any is. */
  readonly expected: string | undefined;
  /** Its kind; `none` for an ordinary issue, undefined if the issue does not exist. */
  readonly found: string | undefined;
}

/** That an agent hands over what it does not hold. */
export interface Fenced {
  readonly type: "held-by-another" | "lease-ended";
  /** Who holds it. */
  readonly by: string;
  readonly since: string;
}

/** Everything that a verdict is based on. */
export interface Subject {
  /** The handover's number. */
  readonly number: number;
  readonly handover: Handover;
  readonly evidence: Evidence;
  readonly references: readonly Reference[];
  /** Other tasks that its pull request already completes, if its body does not mention this one. */
  readonly completedInstead: readonly string[];
  /** Set if another agent holds the task, or its author held it under an earlier lease. */
  readonly fenced?: Fenced | undefined;
  /** For a pull request from the fork of a user without write access: the commit that is accepted. */
  readonly forkHeldAt?: string | undefined;
  readonly policy: HandoverPolicy;
  readonly invariants: readonly Invariant[];
}

/**
 * `failed`: the evidence contradicts it. `unverified`: there is no evidence. `advice`: never blocks
 * acceptance.
 */
export type ReasonStatus = "passed" | "failed" | "unverified" | "advice";

export interface VerdictReason {
  /** The name of the check that gives it. */
  readonly check: string;
  readonly status: ReasonStatus;
  /** A complete sentence in Markdown. */
  readonly sentence: string;
  /** The changed file that it is about. */
  readonly path?: string;
  /** The reasons that it follows from. */
  readonly parts: readonly VerdictReason[];
}

/** To add one: a file in `checks/` and a line in `verdict.ts`. */
export interface Check {
  readonly name: string;
  /** Undefined if the check has nothing to report. */
  readonly examine: (subject: Subject) => VerdictReason | undefined;
}

type Part = Omit<VerdictReason, "check" | "parts">;

/** A reason without parts. */
export function reason(check: string, status: ReasonStatus, sentence: string): VerdictReason {
  return { check, status, sentence, parts: [] };
}

/** A reason with the worst result of its parts, and the sentence for that result. */
export function following(
  check: string,
  parts: readonly Part[],
  sentences: Readonly<Partial<Record<ReasonStatus, string>>> & { readonly passed: string },
): VerdictReason {
  const status = worstOf(parts);
  return {
    check,
    status,
    sentence: sentences[status] ?? sentences.passed,
    parts: parts.map((part) => ({ ...part, check, parts: [] })),
  };
}

const byWeight: readonly ReasonStatus[] = ["failed", "unverified", "advice", "passed"];

export function worstOf(reasons: readonly { readonly status: ReasonStatus }[]): ReasonStatus {
  return byWeight.find((status) => reasons.some((each) => each.status === status)) ?? "passed";
}

/** User text for one of our sentences, in a code span that none of its backticks can close. */
export function codeSpan(words: string): string {
  const line = words.replace(/\s+/g, " ").slice(0, 200).replaceAll("`", "'").toWellFormed();
  return `\`${line === "" ? " " : line}\``;
}

/** `1 file`, `2 files`. */
export function formatCount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
