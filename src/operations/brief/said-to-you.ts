/** Finds what others last said to an agent about a task, for its brief. It marks nothing as read. */
import { toMinuteUtc } from "../../base/clock.ts";
import type { NodeId } from "../../engine/model/fact.ts";
import type { OperationPorts } from "../operation.ts";

export interface SaidToYou {
  /** In UTC, to the minute. */
  readonly at: string;
  readonly from: string;
  readonly text: string;
}

const maxSaid = 5;
/** More than that nobody says to one agent about one task within two weeks. */
const limit = 1_000;

/** The last five, the earliest first. */
export async function saidTo(
  { board, clock }: Pick<OperationPorts, "board" | "clock">,
  agent: string | undefined,
  issue: NodeId,
): Promise<readonly SaidToYou[]> {
  if (agent === undefined) return [];
  const { notes } = await board.notes({ agent, issue, which: "current", now: clock.now(), limit });
  return notes
    .filter(({ kind }) => kind === "told" || kind === "mentioned")
    .slice(-maxSaid)
    .map(({ at, from, text }) => ({ at: toMinuteUtc(at), from: from?.name ?? "", text }));
}
