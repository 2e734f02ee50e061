/** Since when nothing about accepted work changes by itself: since the later of its acceptance and the end of the last check. */
import type { Millis } from "../../base/clock.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import { currentAcceptance } from "./handovers.ts";

/** 0 if it is not accepted. */
export function restingSince(handover: IssueRecord): Millis {
  const settled = currentAcceptance(handover);
  if (settled === undefined) return 0;
  const ends = (handover.evidence?.checkRuns ?? []).flatMap(({ headSha, completedAt }) =>
    headSha === settled.commit ? (completedAt ?? []) : [],
  );
  return Math.max(settled.at, ...ends);
}
