/**
 * What every gate returns. A newcomer would return a boolean; people are told why a question came to them, so a gate
 * that stops a question says what it saw, in words that can be posted as they are.
 */
export interface Verdict {
  readonly passes: boolean;
  /** Sentences, whether it passes or not. */
  readonly reasons: readonly string[];
}

export const passing = (reason: string): Verdict => ({ passes: true, reasons: [reason] });
export const stopping = (reasons: readonly string[]): Verdict => ({ passes: false, reasons });
