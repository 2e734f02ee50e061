/** An answer that came after the accepted one, by somebody who may settle the question too, and says otherwise. */
import { rulingOnAll } from "../authority.ts";
import { type Candidate, candidatesFor } from "../candidates.ts";
import { openEscalations } from "../escalations.ts";
import type { Accepted } from "../memory.ts";
import { outcomeFor } from "../occasion.ts";
import { acceptedInForce } from "../question-standing.ts";
import type { Situation } from "../rule.ts";
import { nameOfId } from "../status/parts.ts";
import type { Need } from "./reason.ts";
import { waitingTasks } from "./waiting-tasks.ts";

export function contradiction(situation: Situation): readonly Need[] {
  const { view, record, context } = situation;
  const accepted = record.reading.kind === "question" ? acceptedInForce(record) : undefined;
  if (accepted === undefined || openEscalations(view, record.seen.id).length > 0) return [];
  const other = candidatesFor(situation).find(
    (candidate) =>
      isLaterIssue(situation, candidate, accepted) &&
      !sameWords(candidate.decision, accepted.decision) &&
      rulingOnAll(view, record, candidate.by, context).allowed === true,
  );
  return other === undefined ? [] : [need(situation, accepted, other)];
}

/** A later `/answer` in a comment is refused and told how to go on; an issue stands. */
function isLaterIssue({ view }: Situation, { id, createdAt }: Candidate, accepted: Accepted): boolean {
  const isIssue = view.records.get(id)?.reading.kind === "answer";
  return isIssue && id !== accepted.answer && createdAt > accepted.createdAt;
}

function sameWords(a: string, b: string): boolean {
  return folded(a) === folded(b);
}

function folded(text: string): string {
  return text
    .toLowerCase()
    .replace(/[\s.]+/g, " ")
    .trim();
}

function need(situation: Situation, accepted: Accepted, other: Candidate): Need {
  const { id, title } = situation.record.seen;
  const [{ login }] = other.by;
  const regarding = nameOfId(situation, id);
  const options = [accepted.decision, other.decision].map((text, index) => ({ number: index + 1, text }));
  return {
    outcome: outcomeFor("contradiction", `${accepted.answer}:${other.id}`),
    title: `Two answers: ${title.replace(/^\s*Q:\s*/i, "")}`,
    because: `${nameOfId(situation, other.id)} by ${login} says otherwise than the accepted answer.`,
    data: {
      ...{ reason: "contradiction", regarding, title, urgency: "important", words: "", options },
      ...{ blocker: undefined, edges: [], waiting: waitingTasks(situation), refs: [regarding] },
    },
  };
}
