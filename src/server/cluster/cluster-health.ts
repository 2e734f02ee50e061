/** The `cluster` part of /health. It is public, so it names no machine. */
import { toIsoSeconds } from "../../base/clock.ts";
import type { Health } from "../http/routes.ts";
import type { ClusterStatus } from "./cluster-status.ts";

export function clusterHealth(status: ClusterStatus): NonNullable<Health["cluster"]> {
  const { workers, tenuresLost, limited, oldestDue, degraded } = status;
  return {
    workers: workers.map(({ release, startedAt, tenures, isBusy, githubFailingSince: since }) => ({
      release,
      startedAt: toIsoSeconds(startedAt),
      tenures,
      busy: isBusy,
      ...(since === undefined ? {} : { githubFailingSince: toIsoSeconds(since) }),
    })),
    fencesLost: tenuresLost,
    limited: limited.installations,
    degraded,
    ...(limited.until === undefined ? {} : { limitedUntil: toIsoSeconds(limited.until) }),
    ...(oldestDue === undefined
      ? {}
      : {
          oldestDue: {
            installation: oldestDue.installationId,
            seconds: Math.round(oldestDue.sinceMs / 1_000),
          },
        }),
  };
}
