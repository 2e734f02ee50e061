/** Mirrors kind, urgency, category and track of a message to labels, so that lists and searches find it. */
import { labelsOf } from "../../protocol/label.ts";
import { isAdmitted, isTrustUnknown, trustInText, unprovenBody } from "../admission/trust.ts";
import { urgencyOverTime } from "../asking/urgency-over-time.ts";
import { openEscalations } from "../escalations/escalation-state.ts";
import { handoverState } from "../handovers/handovers.ts";
import { currentAcceptedAnswer, questionState } from "../messages/question-state.ts";
import { issueThatCounts } from "../messages/same-message.ts";
import { isWaitingSuggestion } from "../messages/suggestion.ts";
import { nothing, type ProjectionRule, type ProposedLabel, type RuleInput } from "../model/rule.ts";
import { problemsOf } from "../wording/problems.ts";

export const mirrorLabels: ProjectionRule = { name: "mirror-labels", project };

/** Label families of which an issue has at most one. Two kinds are a contradiction for people to resolve. */
const families = ["urgency:", "category:", "track:"];

function project(input: RuleInput) {
  const { record } = input;
  if (record.reading.kind === undefined) return nothing;
  const admitted = isAdmitted(record);
  const isBroken = admitted && (problemsOf(input).length > 0 || isRefused(input));
  const labels: ProposedLabel[] = [
    ...approval(input),
    isWaitingSuggestion(input.view, record)
      ? proposeLabel("suggested", true, "It is the coordinator's answer, waiting for approval.")
      : proposeLabel("suggested", false, "It is not a suggestion waiting for approval."),
    isBroken
      ? proposeLabel("needs-fix", true, "Its body has a problem or a false claim.")
      : proposeLabel("needs-fix", false, "Its body has no problem that its author can fix."),
    isEscalated(input)
      ? proposeLabel("escalated", true, "A person has to decide something about it.")
      : proposeLabel("escalated", false, "No person has to decide anything about it."),
    currentAcceptedAnswer(record) === undefined
      ? proposeLabel("answered", false, "It has no accepted answer.")
      : proposeLabel("answered", true, "It has an accepted answer."),
  ];
  return { labels: admitted ? [...labels, ...mirrorFamilies(input)] : labels };
}

/** While a role cannot be read, the label stays unchanged. */
function approval({ view, record, context }: RuleInput): readonly ProposedLabel[] {
  if (isAdmitted(record))
    return [proposeLabel("needs-approval", false, "Someone with write access wrote or approved this body.")];
  if (isWaitingSuggestion(view, record))
    return [proposeLabel("needs-approval", false, "It is a suggestion, which has its own label.")];
  if (isTrustUnknown(view, record, context) || isResent(view, record, context)) return [];
  const unproven = unprovenBody(view, record, context);
  const because = unproven ?? "No one with write access wrote or approved this body.";
  return [proposeLabel("needs-approval", true, because)];
}

/** Its sender may send it again; it is closed, so it needs no approval. */
function isResent(
  view: RuleInput["view"],
  record: RuleInput["record"],
  context: RuleInput["context"],
): boolean {
  return trustInText(view, record, context) === "trusted" && issueThatCounts(view, record) !== undefined;
}

function proposeLabel(label: string, present: boolean, because: string): ProposedLabel {
  return { label, present, because };
}

function isRefused(input: RuleInput): boolean {
  if (input.record.reading.kind !== "handover") return false;
  const state = handoverState(input);
  return state.type === "judged" && state.verdict.result === "refused";
}

function isEscalated({ view, record }: RuleInput): boolean {
  if (record.reading.kind === "question" && questionState(record) === "answer deleted") return true;
  return record.seen.issueState.state === "open" && openEscalations(view, record.seen.id).length > 0;
}

/** The labels that the sections call for, and none other of the same families. */
function mirrorFamilies(input: RuleInput): readonly ProposedLabel[] {
  const { record } = input;
  const { urgency } = urgencyOverTime(input);
  const wanted = labelsOf(record.reading).map((label) =>
    label.startsWith("urgency:") ? `urgency:${urgency}` : label,
  );
  const because = "A section of its body says so.";
  const said = families.filter((prefix) => wanted.some((label) => label.startsWith(prefix)));
  const others = record.seen.labels.filter((label) => said.some((prefix) => label.startsWith(prefix)));
  return [
    ...others.filter((label) => !wanted.includes(label)).map((label) => ({ label, present: false, because })),
    ...wanted.map((label) => ({ label, present: true, because })),
  ];
}
