/** Opens an issue with the answer that the coordinator proposes for a question. */
import { isAdmitted } from "../admission/trust.ts";
import { openEscalations } from "../escalations/standing.ts";
import { waitingTasks } from "../escalations/triggers/waiting-tasks.ts";
import { questionStanding } from "../messages/question-standing.ts";
import { answerOccasion } from "../messages/suggestion.ts";
import { openIssue } from "../model/opened.ts";
import { type ProposedAnswer, proposalFor } from "../model/proposal.ts";
import { nothing, type ShowRule, type Situation } from "../model/rule.ts";
import { homeName, nameOfId } from "../wording/issue-name.ts";

export const answerQuestion: ShowRule = { name: "answer-question", show };

function show(situation: Situation) {
  const { view, record, context } = situation;
  if (record.reading.kind !== "question" || !isAdmitted(record)) return nothing;
  const proposal = proposalFor(view.proposals, record);
  if (proposal?.proposed.type !== "answer" || context.settings.coordinator.mode === "off") return nothing;
  const isLeftToPeople =
    record.seen.reopenedAt !== undefined || openEscalations(view, record.seen.id).length > 0;
  if (questionStanding(record) !== "open" || isLeftToPeople) return nothing;
  const { proposed, isSuggestion } = proposal;
  const title = record.seen.title.replace(/^\s*Q:\s*/i, "");
  const regarding = nameOfId(situation, record.seen.id);
  const about = { regarding, home: homeName(situation), waiting: waitingTasks(situation) };
  const stopped = isSuggestion
    ? proposal.gates.filter(({ passes, isAsked }) => !passes && isAsked !== false)
    : [];
  const doubts = stopped.flatMap(({ reasons }) => reasons);
  const data = { ...saidIn(proposed), ...about, isSuggestion, doubts };
  const wishes = openIssue(situation, {
    ...{ occasion: answerOccasion(record), kind: "answer", title: `A: ${title}` },
    body: context.render({ name: "opened-answer", data }),
    reason: { rule: answerQuestion.name, because: because(proposed) },
  });
  return { wishes };
}

function saidIn({ decision, rationale, alternatives, quotes, precedent }: ProposedAnswer) {
  const asked = precedent === undefined ? undefined : `#${precedent}`;
  return { decision, rationale, alternatives, quotes, precedent: asked };
}

function because({ precedent, quotes, answerer }: ProposedAnswer): string {
  if (precedent !== undefined) return `#${precedent} asked the same and was answered.`;
  return `${quotes.map(({ citation }) => citation).join(", ")} answers it (${answerer}).`;
}
