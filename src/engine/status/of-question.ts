/** The status of a question: its decision on top, and what it is in the way of. */
import type { QuestionStatusData } from "../../protocol/text.ts";
import { openEscalations } from "../escalations.ts";
import { namedIn } from "../names.ts";
import { acceptedInForce, questionStanding } from "../question-standing.ts";
import type { Situation } from "../rule.ts";
import { recordOf } from "../view.ts";
import { endingOf, nameOfId, removedEdges, type StatusText } from "./parts.ts";

export function ofQuestion(situation: Situation): StatusText {
  const { record } = situation;
  const accepted = acceptedInForce(record);
  const data: QuestionStatusData = {
    standing: questionStanding(record),
    decision: accepted?.decision,
    answeredBy: accepted?.by.login,
    answer: accepted?.number === undefined ? undefined : `#${accepted.number}`,
    policyRow: accepted?.row,
    blocks: namedIn(record.reading).flatMap((ref) => {
      const named = recordOf(situation.view, record, ref);
      return named === undefined ? [] : nameOfId(situation, named.seen.id);
    }),
    escalations: openEscalations(situation.view, record.seen.id).map(({ seen }) =>
      nameOfId(situation, seen.id),
    ),
    removed: removedEdges(situation),
    ...endingOf(situation),
  };
  return { text: { name: "status-question", data }, isNews: data.standing !== "withdrawn" };
}
