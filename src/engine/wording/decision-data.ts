/** Formats the decision of a question or a vote for another issue's text: what, by whom, why, and where the full text is. */
import type { AnnouncedDecision } from "../../protocol/text/lines.ts";
import { currentOutcome } from "../messages/outcome.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import type { View } from "../model/view.ts";
import { fullTextPlace } from "./issue-name.ts";

export function decisionData(
  view: View,
  home: IssueRecord,
  question: IssueRecord | undefined,
): AnnouncedDecision | undefined {
  const outcome = question && currentOutcome(question);
  if (question !== undefined && outcome !== undefined) {
    const { text: decision, by, because } = outcome;
    return { decision, decidedBy: by?.login, because, whole: fullTextPlace(view, home, question, outcome) };
  }
  const accepted = question?.persisted.accepted;
  if (question === undefined || accepted === undefined) return undefined;
  const { decision, by, because, replaced } = accepted;
  return {
    decision,
    decidedBy: by.login,
    because,
    whole: fullTextPlace(view, home, question, accepted),
    replaced: replaced && {
      decision: replaced.decision,
      whole: fullTextPlace(view, home, question, replaced),
      decidedIn: fullTextPlace(view, home, question, { number: replaced.in }),
    },
  };
}
