/**
 * A command's access to its surroundings: streams, environment and exit code. Never call `process.exit`,
 * which truncates output: set the code and return.
 */
import type { Environment } from "../../server/composition/environment.ts";

export interface Terminal {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Resolves to whether `out` took everything so far; absent where it always does. */
  readonly written?: () => Promise<boolean>;
  /** Whether `out` is a screen. */
  readonly isTty: boolean;
  /** How wide the screen is now; absent if that is unknown. */
  readonly columns?: () => number | undefined;
  /** Whether `err` is a screen. */
  readonly isErrTty: boolean;
  readonly env: Environment;
  /** Prints a question and waits for a line. Absent if no one can answer. */
  readonly ask?: (question: string) => Promise<string>;
  readonly exitWith: (code: number) => void;
}

/** How the program ends. */
export const exitCodes = {
  ok: 0,
  /** A user error: the message says what would work. */
  mistake: 1,
  /** The condition waited for is not met yet. */
  notMet: 2,
  /** An agent's program failed, was killed or took too long. */
  programFailed: 3,
  /** GitHub refused what the caller asked for. */
  refused: 3,
  /** There is no token for the host, or GitHub does not accept it. As gh has it. */
  notLoggedIn: 4,
  /** Its terminal was closed. Shells report 128 plus SIGHUP. */
  hungUp: 129,
  /** Interrupted by Ctrl-C. Shells report 128 plus SIGINT. */
  interrupted: 130,
  /** SIGTERM came before it was done. Shells report 128 plus SIGTERM. */
  terminated: 143,
  /** A bug in signalbox. */
  defect: 70,
} as const;
