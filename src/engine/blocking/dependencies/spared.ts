/**
 * Says which tasks a text names and yet does not block: those on which work has begun, if it blocks unstarted ones,
 * and those that it names by their track alone, where only holders are asked.
 */
import { refsBySection } from "../../model/names.ts";
import type { IssueRecord } from "../../model/snapshot.ts";
import { recordOf, recordsOnTracks, type View } from "../../model/view.ts";
import { startedAs } from "../started-as.ts";

export function isSpared(view: View, declaring: IssueRecord, task: IssueRecord): boolean {
  if (isNamedByTrack(view, declaring, task)) return true;
  if (startedAs(task) === undefined) return false;
  const naming = namings(view, declaring, task);
  return naming.length > 0 && naming.every(({ edge }) => edge === "blocks-unstarted");
}

export function isNamedByTrack(view: View, declaring: IssueRecord, task: IssueRecord): boolean {
  const isOnTrack = recordsOnTracks(view, declaring).includes(task);
  return isOnTrack && namings(view, declaring, task).every(({ edge }) => edge === undefined);
}

function namings(view: View, declaring: IssueRecord, task: IssueRecord) {
  return refsBySection(declaring.reading).filter(({ ref }) => recordOf(view, declaring, ref) === task);
}
