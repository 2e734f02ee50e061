/** Remembers what GitHub last said is left of each quota. */
import type { Clock } from "../../base/clock.ts";
import type { WorkObserver } from "../../dispatcher/ports/work-observer.ts";
import type { QuotaLeft } from "../../pages/parts/status-data.ts";

export interface QuotaWatch {
  readonly githubAnswered: WorkObserver["githubAnswered"];
  /** The least first. */
  readonly list: () => readonly QuotaLeft[];
}

/** The oldest are forgotten. */
const max = 100;

export function createQuotaWatch(clock: Pick<Clock, "now">): QuotaWatch {
  const known = new Map<string, QuotaLeft>();
  return {
    githubAnswered: ({ installation, quota }) => {
      if (quota === undefined) return;
      const key = `${installation ?? ""} ${quota.resource}`;
      known.delete(key);
      known.set(key, { installation, ...quota, at: clock.now() });
      const [oldest] = known.keys();
      if (known.size > max && oldest !== undefined) known.delete(oldest);
    },
    list: () => [...known.values()].sort((a, b) => a.remaining - b.remaining),
  };
}
