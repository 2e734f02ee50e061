/** Determines the status of an installation, which its owner reports to the web processes. */
import type { Repositories } from "../../dispatcher/wiring/repositories.ts";
import type { InstallationId } from "../../engine/model/fact.ts";
import type { InstallationStatus } from "../../store/shape/processes.ts";

export function installationStatusOf(
  installation: InstallationId,
  { backoff, pauses }: Pick<Repositories, "backoff" | "pauses">,
): InstallationStatus {
  return { isDenied: backoff.unhealthy().includes(installation), passive: pauses.passive() };
}
