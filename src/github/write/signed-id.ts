/** What our signatures cover of a repository or an issue. */
import { readNodeId } from "../../base/node-id.ts";

/**
 * GitHub's database id, so that a node id in another format signs the same; an id that tells no number as it is, which no
 * number equals.
 */
export function signedId(nodeId: string): number | string {
  const number = Number(readNodeId(nodeId)?.number ?? Number.NaN);
  return Number.isSafeInteger(number) ? number : nodeId;
}
