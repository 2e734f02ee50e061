/** An answered question is closed as completed, and so is the answer that settled it. */
import type { Reason } from "../effect.ts";
import { acceptedInForce } from "../question-standing.ts";
import { nothing, type ShowRule, type Situation, type Wish } from "../rule.ts";
import { roleIn } from "../snapshot.ts";
import { recordOf } from "../view.ts";

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
  const because = `Answered by ${accepted.by.login}: ${accepted.row}.`;
  return { because, actor: { ...accepted.by, role: roleIn(view, record.seen.repositoryId, accepted.by.id) } };
}

/** Only while it has not been reopened since: whoever reopens an accepted answer wants to talk about it. */
function answerTaken({ view, record }: Situation): Why | undefined {
  const message = record.reading.kind === "answer" ? record.reading.message : undefined;
  if (message?.kind !== "answer" || (record.seen.standing.state === "open" && record.seen.standing.reopened))
    return undefined;
  const question = recordOf(view, record, message.answers);
  if (question === undefined || acceptedInForce(question)?.answer !== record.seen.id) return undefined;
  return { because: `It settled #${question.seen.number}.` };
}
