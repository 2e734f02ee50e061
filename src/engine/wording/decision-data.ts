/** Formats a question's decision for another issue's text: what, by whom, why, and where the full text is. */
import type { AnnouncedDecision } from "../../protocol/text/lines.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import type { View } from "../model/view.ts";
import { fullTextPlace } from "./issue-name.ts";

export function decisionData(
  view: View,
  home: IssueRecord,
  question: IssueRecord | undefined,
): AnnouncedDecision | undefined {
  const accepted = question?.persisted.accepted;
  if (question === undefined || accepted === undefined) return undefined;
  const { decision, by, because, replaced } = accepted;
  return {
    ...{ decision, decidedBy: by.login, because, whole: fullTextPlace(view, home, question, accepted) },
    replaced: replaced && {
      decision: replaced.decision,
      whole: fullTextPlace(view, home, question, replaced),
      decidedIn: fullTextPlace(view, home, question, { number: replaced.in }),
    },
  };
}
