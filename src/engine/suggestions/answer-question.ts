/** Opens an issue with the answer that the coordinator proposes for a question. */
import { isAdmitted } from "../admission/trust.ts";
import { openEscalations } from "../escalations/escalation-state.ts";
import { waitingTasks } from "../escalations/triggers/waiting-tasks.ts";
import { openIssue } from "../messages/open-issue.ts";
import { questionState } from "../messages/question-state.ts";
import { reasonForAnswer } from "../messages/suggestion.ts";
import { type ProposedAnswer, proposalFor } from "../model/proposal.ts";
import { nothing, type ProjectionRule, type RuleInput } from "../model/rule.ts";
import { issueNameById, repositoryFullName } from "../wording/issue-name.ts";

export const answerQuestion: ProjectionRule = { name: "answer-question", project };

function project(input: RuleInput) {
  const { view, record, context } = input;
  if (record.reading.kind !== "question" || !isAdmitted(record)) return nothing;
  const proposal = proposalFor(view.proposals, record);
  if (proposal?.proposed.type !== "answer" || context.settings.coordinator.mode === "off") return nothing;
  const isLeftToPeople =
    record.seen.reopenedAt !== undefined || openEscalations(view, record.seen.id).length > 0;
  if (questionState(record) !== "open" || isLeftToPeople) return nothing;
  const { proposed, isSuggestion } = proposal;
  const title = record.seen.title.replace(/^\s*Q:\s*/i, "");
  const regarding = issueNameById(input, record.seen.id);
  const about = { regarding, home: repositoryFullName(input), waiting: waitingTasks(input) };
  const stopped = isSuggestion
    ? proposal.gates.filter(({ passes, isAsked }) => !passes && isAsked !== false)
    : [];
  const doubts = stopped.flatMap(({ reasons }) => reasons);
  const data = { ...saidIn(proposed), ...about, isSuggestion, doubts };
  const effects = openIssue(input, {
    openingReason: reasonForAnswer(record),
    kind: "answer",
    title: `A: ${title}`,
    body: context.render({ name: "opened-answer", data }),
    reason: { rule: answerQuestion.name, because: because(proposed) },
  });
  return { effects };
}

function saidIn({ decision, rationale, alternatives, quotes, precedent }: ProposedAnswer) {
  const asked = precedent === undefined ? undefined : `#${precedent}`;
  return { decision, rationale, alternatives, quotes, precedent: asked };
}

function because({ precedent, quotes, answerer }: ProposedAnswer): string {
  if (precedent !== undefined) return `#${precedent} asked the same thing and was answered.`;
  return `${quotes.map(({ citation }) => citation).join(", ")} answers it (${answerer}).`;
}
