/**
 * Which invariants hold at the head commit, according to check runs: one with the invariant's name, or one
 * for all of them. Read invariants from the default branch only: an author could otherwise choose them.
 */
import type { HandoverPolicy } from "../protocol/settings/handover-policy.ts";
import type { Invariant } from "../protocol/settings/invariant.ts";
import { codeSpan, type ReasonStatus } from "./check.ts";
import type { CheckRun, Evidence } from "./evidence.ts";
import { runsOnHead, statusOfRun } from "./runs.ts";

/** The check run for all invariants together. */
export const allInvariants = "signalbox/invariants";

export interface InvariantStatus {
  readonly name: string;
  readonly status: ReasonStatus;
  /**
   * Taken from the run for all of them: if that failed, at least one does not hold, and it may be another.
   */
  readonly isShared: boolean;
  /** The login that stands for what `verify` found. */
  readonly by?: string;
  /** The hash of what `verify` found and nobody stands for yet. */
  readonly unconfirmed?: string;
}

/** The state of each; `unverified` without a check run. */
export function invariantStatuses(
  invariants: readonly Invariant[],
  evidence: Evidence,
  policy: HandoverPolicy,
): readonly InvariantStatus[] {
  const runNamed = runsOnHead(evidence, policy);
  return invariants.map(({ name }) => {
    const own = runNamed(name);
    const run = own ?? runNamed(allInvariants);
    const status = run === undefined ? "unverified" : statusOfRun(run);
    return { name, status, isShared: own === undefined, ...standingOf(run) };
  });
}

function standingOf(run: CheckRun | undefined): Pick<InvariantStatus, "by" | "unconfirmed"> {
  const { result, by } = run?.verify ?? {};
  if (by !== undefined) return { by };
  return result === undefined ? {} : { unconfirmed: result };
}

/** Who may stand for a result of `verify`. What an agent finds of its own work does not count. */
export const verifiers = "a person, or an agent that does not do this work,";

/** How a result of `verify` comes to count, as a sentence. */
export function toConfirm(result: string): string {
  return `What \`signalbox verify\` found counts once ${verifiers} comments \`/verified ${result}\`.`;
}

/** Who stands for an invariant that `verify` tried, for the end of a sentence; empty for other check runs. */
export function standing({ by }: Pick<InvariantStatus, "by">): string {
  return by === undefined ? "" : `, which ${codeSpan(by)} stands for`;
}
