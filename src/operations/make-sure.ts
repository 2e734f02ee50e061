/**
 * How an operation makes sure that the index is as GitHub is. A newcomer would insist on a finished look: a server that
 * is never idle, or an outage of GitHub, would then keep somebody waiting who has long been free.
 */
import type { FullRef } from "../protocol/ref.ts";
import type { OperationPorts } from "./operation.ts";

/** So many unfinished looks in a row are enough. */
const mostUnsure = 5;

/** @returns has GitHub looked at afresh, and says whether the index may be trusted then */
export function makeSure({ freshen, progress }: OperationPorts, ref: FullRef): () => Promise<boolean> {
  const told = new Set<string>();
  const tell = (line: string): void => {
    if (!told.has(line)) progress(line);
    told.add(line);
  };
  let unsure = 0;
  return async () => {
    const freshness = await freshen(ref);
    if (freshness === "no server")
      tell("No server runs with this data folder, so the index may be behind GitHub.");
    unsure = freshness === "unsure" ? unsure + 1 : 0;
    if (freshness !== "unsure") return true;
    if (unsure < mostUnsure) return false;
    tell("The server could not make sure at GitHub, so the index may be behind it.");
    return true;
  };
}
