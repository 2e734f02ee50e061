/**
 * Lets a result of `signalbox verify` count once an account that may has confirmed it. Anyone who reaches the server's socket
 * can report one: until somebody stands for it, it proves nothing and contradicts nothing.
 */
import type { CheckRun, Evidence } from "./evidence.ts";

/** Who confirmed a result, by login. */
export interface Confirmation {
  /** The result's hash. */
  readonly result: string;
  readonly by: string;
}

export function withConfirmed(evidence: Evidence, confirmations: readonly Confirmation[]): Evidence {
  if (!evidence.checkRuns.some(({ verify }) => verify !== undefined)) return evidence;
  return { ...evidence, checkRuns: evidence.checkRuns.map((run) => counted(run, confirmations)) };
}

function counted(run: CheckRun, confirmations: readonly Confirmation[]): CheckRun {
  const { verify } = run;
  if (verify === undefined) return run;
  const by = confirmations.find(({ result }) => result === verify.result)?.by;
  if (by === undefined) return run;
  return { ...run, conclusion: verify.holds ? "success" : "failure", verify: { ...verify, by } };
}
