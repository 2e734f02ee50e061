/**
 * Brings the index up to date with GitHub before an operation reports success. After several unfinished
 * refreshes the index is trusted anyway: a busy server or a GitHub outage must not keep a caller waiting
 * whose issue is long unblocked.
 */
import type { FullRef } from "../protocol/references/ref.ts";
import type { OperationPorts } from "./operation.ts";
import type { Freshness } from "./ports.ts";

/** How many unfinished refreshes in a row are enough. */
const maxUnsure = 5;

interface Freshener {
  /** Has the issue refreshed from GitHub; resolves to whether the index may be trusted then. */
  readonly isSure: () => Promise<boolean>;
  /** Whether the last refresh was finished. */
  readonly isFresh: () => boolean;
  /** Whether a server is there that could not finish it. */
  readonly isUnsure: () => boolean;
}

export function ensureFresh({ freshen, progress }: OperationPorts, ref: FullRef): Freshener {
  const reported = new Set<string>();
  const reportOnce = (line: string): void => {
    if (!reported.has(line)) progress(line);
    reported.add(line);
  };
  let unsure = 0;
  let freshness: Freshness = "unsure";
  const isSure = async (): Promise<boolean> => {
    freshness = await freshen(ref);
    if (freshness === "no server")
      reportOnce("No server is running with this data folder, so the index may be behind GitHub.");
    unsure = freshness === "unsure" ? unsure + 1 : 0;
    if (freshness !== "unsure") return true;
    if (unsure < maxUnsure) return false;
    reportOnce("The server could not check with GitHub, so the index may be out of date.");
    return true;
  };
  return { isSure, isFresh: () => freshness === "fresh", isUnsure: () => freshness === "unsure" };
}
