/** Something that may fail alone: logged, and its installation stopped where GitHub asked for quiet. Never rejects. */
import type { RepositorySeen } from "../../engine/model/fact.ts";
import type { Parts } from "../parts.ts";
import { meet } from "./trouble.ts";

/** Resolves to whether `work` succeeded; it is not begun while the repository's installation is stopped. */
export async function attempt(
  parts: Pick<Parts, "clock" | "stops" | "logger">,
  doing: string,
  repository: RepositorySeen | undefined,
  work: () => Promise<unknown>,
): Promise<boolean> {
  const installationId = repository?.installationId;
  if (installationId !== undefined && parts.stops.until(installationId, parts.clock.now()) !== undefined)
    return false;
  try {
    await work();
    return true;
  } catch (thrown) {
    meet(parts, thrown, { installationId, doing, backoffMs: 0 });
    return false;
  }
}
