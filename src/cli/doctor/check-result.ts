/** The result of a check: its status, what was found, and what to do about it. */

export interface CheckResult {
  /** What was checked, in a word or two. */
  readonly check: string;
  readonly level: "ok" | "warning" | "failed";
  readonly found: string;
  /** How to fix it; only with a warning or a failure. */
  readonly advice?: string;
}

export function passed(check: string, found: string): CheckResult {
  return { check, level: "ok", found };
}

export function warning(check: string, found: string, advice: string): CheckResult {
  return { check, level: "warning", found, advice };
}

export function failed(check: string, found: string, advice: string): CheckResult {
  return { check, level: "failed", found, advice };
}
