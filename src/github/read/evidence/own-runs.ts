/**
 * Remembers our check runs from the reading of the evidence until they are written, so that they are not listed a
 * second time. Each is used once and soon: after a write, and after a write whose outcome is unknown, only GitHub
 * knows which run is ours.
 */
import type { Clock, Millis } from "../../../base/clock.ts";
import type { CheckPlace } from "../../write/check-marker.ts";
import type { OwnRun } from "./check-runs.ts";

/** Our newest run on a commit; undefined if GitHub shows none. */
interface Listed {
  readonly run: OwnRun | undefined;
}

/** Of one host, which is ours. */
type Commit = Pick<CheckPlace, "repositoryId" | "headSha">;

export interface OwnRuns {
  /** @param readAt when the read began: it may lack what was written since */
  readonly remember: (place: Commit, run: OwnRun | undefined, readAt: Millis) => void;
  /** Whether it is known that there is none. */
  readonly hasNone: (place: Commit) => boolean;
  /** Undefined if it has to be looked up. Call it before a write. */
  readonly take: (place: Commit) => Listed | undefined;
}

const freshForMs = 60_000;
const maxRemembered = 10_000;

export function createOwnRuns(clock: Pick<Clock, "now">): OwnRuns {
  const listed = new Map<string, Listed & { readonly readAt: Millis }>();
  const writtenAt = new Map<string, Millis>();
  const keyOf = ({ repositoryId, headSha }: Commit): string => `${repositoryId} ${headSha}`;
  const isFresh = ({ readAt }: { readonly readAt: Millis }): boolean => {
    const ageMs = clock.now() - readAt;
    return ageMs >= 0 && ageMs < freshForMs;
  };
  return {
    hasNone: (place) => {
      const found = listed.get(keyOf(place));
      return found !== undefined && found.run === undefined && isFresh(found);
    },
    remember: (place, run, readAt) => {
      const key = keyOf(place);
      if ((writtenAt.get(key) ?? Number.NEGATIVE_INFINITY) >= readAt) return;
      if (listed.size >= maxRemembered) listed.clear();
      listed.set(key, { run, readAt });
    },
    take: (place) => {
      const key = keyOf(place);
      const found = listed.get(key);
      listed.delete(key);
      if (writtenAt.size >= maxRemembered) writtenAt.clear();
      writtenAt.set(key, clock.now());
      return found !== undefined && isFresh(found) ? found : undefined;
    },
  };
}
