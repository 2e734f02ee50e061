/** What a check says: how it stands, what was found, and what to do about it. */

export interface Finding {
  /** What was looked at, in a word or two. */
  readonly check: string;
  readonly level: "ok" | "warning" | "failed";
  readonly found: string;
  /** What would mend it; only beside a warning or a failure. */
  readonly advice?: string;
}

export function ok(check: string, found: string): Finding {
  return { check, level: "ok", found };
}

export function warning(check: string, found: string, advice: string): Finding {
  return { check, level: "warning", found, advice };
}

export function failed(check: string, found: string, advice: string): Finding {
  return { check, level: "failed", found, advice };
}
