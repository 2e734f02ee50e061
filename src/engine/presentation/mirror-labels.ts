/** Mirrors kind, urgency, category and track of a message to labels, so that lists and searches find it. */
import { labelsOf } from "../../protocol/label.ts";
import { isAdmitted, isInDoubt, trustInBody } from "../admission/trust.ts";
import { pressureOn } from "../asking/pressure.ts";
import { openEscalations } from "../escalations/standing.ts";
import { handoverStanding } from "../handovers/handovers.ts";
import { acceptedInForce, questionStanding } from "../messages/question-standing.ts";
import { firstSent } from "../messages/same-message.ts";
import { isWaitingSuggestion } from "../messages/suggestion.ts";
import { type LabelWish, nothing, type ShowRule, type Situation } from "../model/rule.ts";
import { problemsOf } from "../wording/problems.ts";

export const mirrorLabels: ShowRule = { name: "mirror-labels", show };

/** Label families of which an issue has at most one. Two kinds are a contradiction for people to resolve. */
const families = ["urgency:", "category:", "track:"];

function show(situation: Situation) {
  const { record } = situation;
  if (record.reading.kind === undefined) return nothing;
  const admitted = isAdmitted(record);
  const isBroken = admitted && (problemsOf(situation).length > 0 || isRefused(situation));
  const labels: LabelWish[] = [
    ...approval(situation),
    isWaitingSuggestion(situation.view, record)
      ? wish("suggested", true, "It is an answer of the coordinator that waits for approval.")
      : wish("suggested", false, "It is no suggestion that waits for approval."),
    isBroken
      ? wish("needs-fix", true, "Its body has a problem, or says what is not so.")
      : wish("needs-fix", false, "Its body has no problem that its author can fix."),
    isEscalated(situation)
      ? wish("escalated", true, "A person has to decide something about it.")
      : wish("escalated", false, "No person has to decide anything about it."),
    acceptedInForce(record) === undefined
      ? wish("answered", false, "No accepted answer is in force.")
      : wish("answered", true, "An accepted answer is in force."),
  ];
  return { labels: admitted ? [...labels, ...mirrored(situation)] : labels };
}

/** While a role cannot be read, the label stays unchanged. */
function approval({ view, record, context }: Situation): readonly LabelWish[] {
  if (isAdmitted(record))
    return [wish("needs-approval", false, "Somebody with write access wrote or approved this body.")];
  if (isWaitingSuggestion(view, record))
    return [wish("needs-approval", false, "It is a suggestion, which has a label of its own.")];
  if (isInDoubt(view, record, context) || isResent(view, record, context)) return [];
  return [wish("needs-approval", true, "Nobody with write access wrote or approved this body.")];
}

/** Its sender may send it again; it is closed, so it needs no approval. */
function isResent(
  view: Situation["view"],
  record: Situation["record"],
  context: Situation["context"],
): boolean {
  return trustInBody(view, record, context) === "trusted" && firstSent(view, record) !== undefined;
}

function wish(label: string, present: boolean, because: string): LabelWish {
  return { label, present, because };
}

function isRefused(situation: Situation): boolean {
  if (situation.record.reading.kind !== "handover") return false;
  const standing = handoverStanding(situation);
  return standing.is === "judged" && standing.verdict.is === "refused";
}

function isEscalated({ view, record }: Situation): boolean {
  if (record.reading.kind === "question" && questionStanding(record) === "answer deleted") return true;
  return record.seen.standing.state === "open" && openEscalations(view, record.seen.id).length > 0;
}

/** The labels that the sections call for, and none other of the same families. */
function mirrored(situation: Situation): readonly LabelWish[] {
  const { record } = situation;
  const { urgency } = pressureOn(situation);
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
