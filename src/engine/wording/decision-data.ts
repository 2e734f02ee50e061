/** Formats the decision of a question or a vote for another issue's text: about what, what, by whom, why, and where all of it is. */

import type { DecidedWords } from "../../protocol/decided-words.ts";
import type { AnnouncedDecision } from "../../protocol/text/lines.ts";
import { settledText, settledWords } from "../matters/text-version.ts";
import { currentOutcome } from "../messages/outcome.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import type { View } from "../model/view.ts";
import { fullTextPlace } from "./issue-name.ts";

export function decisionData(
  view: View,
  home: IssueRecord,
  question: IssueRecord | undefined,
): (AnnouncedDecision & { readonly title: string }) | undefined {
  if (question === undefined) return undefined;
  const outcome = currentOutcome(question);
  if (outcome !== undefined) {
    const { decision: text, by, because } = outcome;
    return {
      ...settledAs(question, text),
      decidedBy: by?.login,
      because,
      whole: fullTextPlace(view, home, question, outcome),
    };
  }
  const { accepted } = question.persisted;
  if (accepted === undefined) return undefined;
  const { decision, by, editor, because, replaced } = accepted;
  return {
    ...settledAs(question, decision),
    decidedBy: by.login,
    editedBy: editor?.login,
    because,
    whole: fullTextPlace(view, home, question, accepted),
    replaced: replaced && {
      decision: replaced.decision,
      whole: fullTextPlace(view, home, question, replaced),
      decidedIn: fullTextPlace(view, home, question, { number: replaced.in }),
    },
  };
}

/** The title that it had then, and its words with what they were about. */
function settledAs(record: IssueRecord, decision: DecidedWords) {
  return { title: settledText(record).title, decision: settledWords(record, decision) };
}
