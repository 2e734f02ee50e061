/** Notices that GitHub cannot be reached, or answers nothing but errors of its own. */
import type { Clock, Millis } from "../../base/clock.ts";
import type { WorkObserver } from "../../dispatcher/ports/work-observer.ts";

export interface GitHubWatch {
  readonly githubAnswered: WorkObserver["githubAnswered"];
  /** Since when every request has failed; undefined while GitHub answers. */
  readonly failingSince: () => Millis | undefined;
}

/** Requests fail now and then, several at once if they share a connection. They are repeated within a second. */
const [atOnceMs, shortMs] = [200, 3_000];
/** A sweep is tried every five minutes. A process that asks nothing any more cannot know whether GitHub is back. */
const forgottenAfterMs = 6 * 60_000;

interface Failures {
  readonly since: Millis;
  readonly lastAt: Millis;
}

export function createGitHubWatch(clock: Pick<Clock, "now">): GitHubWatch {
  let failures: Failures | undefined;
  return {
    githubAnswered: ({ status = 599 }) => {
      const now = clock.now();
      failures = status < 500 ? undefined : { since: failures?.since ?? now, lastAt: now };
    },
    failingSince: () => {
      const now = clock.now();
      if (failures === undefined) return undefined;
      const { since, lastAt } = failures;
      const isRepeated = lastAt - since >= atOnceMs && now - since >= shortMs;
      return isRepeated && now - lastAt <= forgottenAfterMs ? since : undefined;
    },
  };
}
