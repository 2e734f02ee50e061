/** Says how far an import is: on a screen in one line that changes, else in a line for each issue. */
import type { Clock } from "../../base/clock.ts";
import type { WrittenStep } from "../../operations/plans/apply.ts";
import { writtenLine } from "../plan/apply.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { aboutTime, msLeft } from "./time-left.ts";

export interface Progress {
  /** What is waited for. */
  readonly line: (text: string) => void;
  readonly written: (step: WrittenStep) => void;
  /** After the last one. */
  readonly end: () => void;
}

/** @param isPaced whether GitHub's pace is kept */
export function createProgress(
  { err, isErrTty }: Pick<Terminal, "err" | "isErrTty">,
  { clock, isPaced }: { readonly clock: Clock; readonly isPaced: boolean },
): Progress {
  if (!isErrTty)
    return {
      line: (text) => err(`${text}\n`),
      written: (step) => err(`${writtenLine(step)}\n`),
      end: () => {},
    };
  let begin: number | undefined;
  const wipe = "\r\u001b[K";
  return {
    line: (text) => err(`${wipe}${text}\n`),
    written: ({ at, count }) => {
      begin ??= clock.now();
      const left = msLeft({ done: at, count, elapsedMs: clock.now() - begin, isPaced });
      err(`${wipe}import ${at} of ${count}${at === count ? "" : `, ${aboutTime(left)} left`}`);
    },
    end: () => {
      if (begin !== undefined) err("\n");
    },
  };
}
