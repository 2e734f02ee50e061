/** Tells several observers of the process's work. */
import type { WorkObserver } from "../../dispatcher/ports/work-observer.ts";

export function observeAll(all: readonly Partial<WorkObserver>[]): WorkObserver {
  return {
    passed: (tookMs) => {
      for (const each of all) each.passed?.(tookMs);
    },
    effectEnded: (kind, outcome) => {
      for (const each of all) each.effectEnded?.(kind, outcome);
    },
    githubAnswered: (answer) => {
      for (const each of all) each.githubAnswered?.(answer);
    },
  };
}
