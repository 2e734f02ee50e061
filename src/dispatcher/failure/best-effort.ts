/**
 * Runs work whose failure must not stop the caller: it is logged, and may back the installation off. Never
 * rejects.
 */
import type { RepositorySeen } from "../../engine/model/fact.ts";
import type { Parts } from "../parts.ts";
import { handleFailure } from "./handle-failure.ts";

/** Resolves to whether `work` succeeded; it is not run while the repository's installation is backed off. */
export async function attempt(
  parts: Pick<Parts, "clock" | "backoff" | "logger">,
  doing: string,
  repository: RepositorySeen | undefined,
  work: () => Promise<unknown>,
): Promise<boolean> {
  const installationId = repository?.installationId;
  if (installationId !== undefined && parts.backoff.until(installationId, parts.clock.now()) !== undefined)
    return false;
  try {
    await work();
    return true;
  } catch (thrown) {
    handleFailure(parts, thrown, { installationId, doing, backoffMs: 0 });
    return false;
  }
}
