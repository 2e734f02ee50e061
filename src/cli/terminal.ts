/**
 * What a command sees of the world: its streams, its environment, and a way to say how it ended. A newcomer would call
 * `process.exit`, which cuts output short; a command sets its code and returns.
 */
import type { Environment } from "../server/environment.ts";

export interface Terminal {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Whether somebody reads `out` on a screen. */
  readonly isTty: boolean;
  /** Whether somebody reads `err` on a screen. */
  readonly isErrTty: boolean;
  readonly env: Environment;
  /** Puts a question and waits for a line. Absent where nobody is there to answer. */
  readonly ask?: (question: string) => Promise<string>;
  readonly exitWith: (code: number) => void;
}

/** How the program ends. */
export const exitCodes = {
  ok: 0,
  /** Somebody's mistake: the message says what would work. */
  mistake: 1,
  /** What was waited for is not so yet. */
  notMet: 2,
  /** Somebody pressed Ctrl-C before it was done: what shells say of it, 128 and SIGINT. */
  interrupted: 130,
  /** Our own defect. */
  defect: 70,
} as const;
