/** An answered question is closed as completed, and so is the answer or the escalation that settled it. */
import type { KindName } from "../../protocol/kinds.ts";
import type { Reason } from "../effect.ts";
import { escalationStanding } from "../escalations.ts";
import type { Accepted } from "../memory.ts";
import { acceptedInForce } from "../question-standing.ts";
import { nothing, type ShowRule, type Situation, type Wish } from "../rule.ts";
import { type IssueRecord, roleIn } from "../snapshot.ts";
import { recordOf, type View } from "../view.ts";

export const closeSettled: ShowRule = { name: "close-settled", show };

function show(situation: Situation) {
  const { record } = situation;
  if (record.seen.standing.state === "closed") return nothing;
  const why = whyBy[record.reading.kind ?? "task"]?.(situation);
  if (why === undefined) return nothing;
  const { as = "completed", ...reason } = why;
  const effect = { type: "CloseIssue", reason: as } as const;
  const wish: Wish = {
    slot: "close",
    key: `closed as ${as}`,
    effect,
    reason: { rule: closeSettled.name, ...reason },
  };
  return { wishes: [wish] };
}

interface Why extends Omit<Reason, "rule"> {
  /** `completed` where nothing is said. */
  readonly as?: "not_planned";
}

const whyBy: Readonly<Partial<Record<KindName, (situation: Situation) => Why | undefined>>> = {
  question: questionSettled,
  answer: answerTaken,
  escalation: escalationOver,
};

/** As with answers: whoever reopens it wants to talk about it. */
function escalationOver({ view, record }: Situation): Why | undefined {
  const standing = escalationStanding(view, record);
  if (record.seen.standing.state === "open" && record.seen.standing.reopened) return undefined;
  if (standing.is === "moot")
    return { as: "not_planned", because: "What it is about was settled in another way." };
  if (standing.is !== "decided") return undefined;
  const { by, option, row } = standing.decided;
  const role = roleIn(view, record.seen.repositoryId, by.id);
  return { because: `${by.login} decided for option ${option}: ${row}.`, actor: { ...by, role } };
}

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
