/** The state of an installation, reported by the process that serves it to the web processes. */
import type { Clock } from "../../base/clock.ts";
import type { Repositories } from "../../dispatcher/wiring/wire-repositories.ts";
import type { InstallationId } from "../../engine/model/fact.ts";
import type { Standing } from "../../store/shape/processes.ts";

export function standingOf(
  installation: InstallationId,
  { backoff, pauses }: Pick<Repositories, "backoff" | "pauses">,
  clock: Pick<Clock, "now">,
): Standing {
  return { isDenied: backoff.unhealthy(clock.now()).includes(installation), passive: pauses.passive() };
}
