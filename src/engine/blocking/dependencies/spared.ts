/** Says which tasks a text names and yet does not block: those on which work has begun, if it blocks unstarted ones. */
import { refsBySection } from "../../model/names.ts";
import type { IssueRecord } from "../../model/snapshot.ts";
import { recordOf, type View } from "../../model/view.ts";
import { startedAs } from "../started-as.ts";

export function isSpared(view: View, declaring: IssueRecord, task: IssueRecord): boolean {
  if (startedAs(task) === undefined) return false;
  const naming = refsBySection(declaring.reading).filter(
    ({ ref }) => recordOf(view, declaring, ref) === task,
  );
  return naming.length > 0 && naming.every(({ edge }) => edge === "blocks-unstarted");
}
