/** Derives the moments of handovers, those that cannot be read among them: they are handovers that need a fix. */
import { handoverIn } from "../../handovers/handovers.ts";
import type { IssueRecord } from "../../model/snapshot.ts";
import { type Said, taskName } from "../moment.ts";

export function handoverMoments(record: IssueRecord): readonly Said[] {
  const { reading, seen } = record;
  const excerpt = reading.kind === undefined ? undefined : reading.excerpt;
  const completes = handoverIn(record)?.completes ?? excerpt?.completes;
  const about = completes && taskName(record, completes);
  return [{ type: "handed-over", at: seen.createdAt, about }, ...settledMoments(record, about)];
}

/** Not the current acceptance: an edit or a reopening disputes one, and does not undo that there was one. */
function settledMoments(record: IssueRecord, about: string | undefined): readonly Said[] {
  const { persisted, seen } = record;
  const { settled } = persisted;
  const { issueState, closedAt, createdAt: since } = seen;
  if (settled === undefined)
    return issueState.state === "closed" ? [{ type: "handover-withdrawn", at: closedAt, since, about }] : [];
  const { at } = settled;
  const isComplete = handoverIn(record)?.status === "complete";
  return [
    { type: "handover-accepted", at, since, about, by: settled.by?.id },
    ...(isComplete ? [{ type: "completed", at, about } as const] : []),
  ];
}
