/**
 * The title under which others see an issue. Anyone may rename an issue of their own, even one that was approved: what
 * they make of its title reaches nobody before somebody who may has taken it on.
 */
import type { IssueRecord } from "../model/snapshot.ts";
import { isAdmitted } from "./trust.ts";

/** That of the text that counts; of an issue whose text never did, its own. */
export function shownTitle(record: Pick<IssueRecord, "seen" | "persisted">): string {
  const { seen, persisted } = record;
  return isAdmitted(record) ? seen.title : (persisted.admitted?.title ?? seen.title);
}

/** Whether its present text is not the one that was admitted before. */
export function isEditedSinceAdmitted(record: Pick<IssueRecord, "seen" | "persisted">): boolean {
  return record.persisted.admitted !== undefined && !isAdmitted(record);
}
