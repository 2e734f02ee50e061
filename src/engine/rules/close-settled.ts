/** An answered question is closed as completed, and so is the answer that settled it. */
import type { Reason } from "../effect.ts";
import type { Accepted } from "../memory.ts";
import { acceptedInForce } from "../question-standing.ts";
import { nothing, type ShowRule, type Situation, type Wish } from "../rule.ts";
import { type IssueRecord, roleIn } from "../snapshot.ts";
import { recordOf, type View } from "../view.ts";

export const closeSettled: ShowRule = { name: "close-settled", show };

function show(situation: Situation) {
  const { record } = situation;
  if (record.seen.standing.state === "closed") return nothing;
  const reason = record.reading.kind === "question" ? questionSettled(situation) : answerTaken(situation);
  if (reason === undefined) return nothing;
  const effect = { type: "CloseIssue", reason: "completed" } as const;
  const wish: Wish = {
    slot: "close",
    key: "closed as completed",
    effect,
    reason: { rule: closeSettled.name, ...reason },
  };
  return { wishes: [wish] };
}

type Why = Omit<Reason, "rule">;

function questionSettled({ view, record }: Situation): Why | undefined {
  const accepted = acceptedInForce(record);
  if (accepted === undefined) return undefined;
  return {
    because: `Answered by ${accepted.by.login}: ${accepted.row}.`,
    ...settledBy(view, record, accepted),
  };
}

/** Only while it has not been reopened since: whoever reopens an accepted answer wants to talk about it. */
function answerTaken({ view, record }: Situation): Why | undefined {
  const message = record.reading.kind === "answer" ? record.reading.message : undefined;
  if (message?.kind !== "answer" || (record.seen.standing.state === "open" && record.seen.standing.reopened))
    return undefined;
  const question = recordOf(view, record, message.answers);
  const accepted = question && acceptedInForce(question);
  if (question === undefined || accepted?.answer !== record.seen.id) return undefined;
  return { because: `It settled #${question.seen.number}.`, ...settledBy(view, question, accepted) };
}

function settledBy(view: View, question: IssueRecord, { by }: Accepted): Pick<Reason, "actor"> {
  return { actor: { ...by, role: roleIn(view, question.seen.repositoryId, by.id) } };
}
