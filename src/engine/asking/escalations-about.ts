/** Finds the escalations about an issue. */

import { isAdmitted } from "../admission/trust.ts";
import { subjectOf } from "../messages/subject.ts";
import type { NodeId } from "../model/fact.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import { recordsThatName, type View } from "../model/view.ts";
import { compareWords } from "../model/word-order.ts";

/** The admitted escalations about an issue, oldest first. */
export function escalationsAbout(view: View, id: NodeId): readonly IssueRecord[] {
  return recordsThatName(view, id)
    .filter((record) => subjectOf(view, record)?.seen.id === id && isAdmitted(record))
    .sort(({ seen: a }, { seen: b }) => compareWords({ ...a, at: a.createdAt }, { ...b, at: b.createdAt }));
}
