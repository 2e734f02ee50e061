/** Builds the status of a question: its decision first, then what it blocks. */
import { toMinuteUtc } from "../../base/clock.ts";
import type { QuestionStatusData } from "../../protocol/text/status.ts";
import { removedEdges, unnamedEdges } from "../blocking/edges-shown.ts";
import { originalOf } from "../blocking/originals.ts";
import { openEscalations } from "../escalations/standing.ts";
import { asksPeopleAt } from "../escalations/triggers/overdue.ts";
import { waitingTasks } from "../escalations/triggers/waiting-tasks.ts";
import { occasionOf } from "../messages/occasion.ts";
import { acceptedInForce, questionStanding } from "../messages/question-standing.ts";
import { suggestionFor } from "../messages/suggestion.ts";
import type { Accepted } from "../model/memory.ts";
import { namedIn } from "../model/names.ts";
import { proposalFor } from "../model/proposal.ts";
import type { Situation } from "../model/rule.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import { recordOf } from "../model/view.ts";
import { nameOfId, placeOf } from "../wording/issue-name.ts";
import { endingOf, isTroubled, type StatusText } from "../wording/status-parts.ts";
import { askedAbout } from "./asked.ts";

export function ofQuestion(situation: Situation): StatusText {
  const { record } = situation;
  const original = originalOf(situation.view, record);
  const standing = original.is === "none" ? shownStanding(situation) : "duplicate";
  const accepted = standing === "answer deleted" ? record.memory.accepted : acceptedInForce(record);
  const asksAt = standing === "open" || standing === "disputed" ? asksPeopleAt(situation) : undefined;
  const removed = standing === "duplicate" ? [] : removedEdges(situation);
  const data: QuestionStatusData = {
    standing,
    isUnreadable: standing === "open" && !isReadable(record),
    because: accepted?.because,
    ...decisionShown(situation, accepted),
    reopenedBy: standing === "disputed" ? record.seen.reopenedBy?.login : undefined,
    answer: accepted?.number === undefined ? undefined : `#${accepted.number}`,
    policyRow: accepted?.row,
    asker: record.seen.author?.login,
    blocks: standing === "duplicate" ? [] : tasksHeld(situation, removed),
    waiting: standing === "open" ? waitingTasks(situation) : [],
    escalations: askedAbout(situation, record.seen.id),
    asksAt: asksAt === undefined ? undefined : toMinuteUtc(asksAt),
    suggestion: suggestedIn(situation, standing),
    same: sameAs(situation),
    original: original.is === "known" ? nameOfId(situation, original.record.seen.id) : undefined,
    removed,
    unnamed: standing === "open" || standing === "disputed" ? unnamedEdges(situation) : [],
    ...endingOf(situation),
  };
  return { text: { name: "status-question", data }, isNews: isNews(data) };
}

/** What a reader has to know in addition to the question's state: that its answer is disputed. */
function shownStanding({ view, record }: Situation): Exclude<QuestionStatusData["standing"], "duplicate"> {
  const standing = questionStanding(record);
  if (standing === "open") return record.memory.disputed === undefined ? "open" : "disputed";
  const isContradicted = openEscalations(view, record.seen.id).some(
    (escalation) => occasionOf(view, escalation)?.reason === "contradiction",
  );
  return standing === "answered" && isContradicted ? "contradicted" : standing;
}

/** The effective decision, or the one that was effective until the question was reopened. */
function decisionShown(
  { view, record }: Situation,
  accepted: Accepted | undefined,
): Pick<QuestionStatusData, "decision" | "whole" | "answeredBy"> {
  const { disputed } = record.memory;
  if (accepted !== undefined)
    return {
      ...{ decision: accepted.decision, answeredBy: accepted.by.login },
      whole: placeOf(view, record, record, accepted),
    };
  if (disputed === undefined || record.seen.standing.state === "closed")
    return { decision: undefined, answeredBy: undefined };
  return {
    ...{ decision: disputed.decision, answeredBy: disputed.by },
    whole: placeOf(view, record, record, disputed),
  };
}

function isReadable({ reading }: IssueRecord): boolean {
  return reading.kind !== undefined && reading.message !== undefined;
}

/** GitHub itself shows that it is open or a duplicate, and what it is "blocking". */
function isNews(data: QuestionStatusData): boolean {
  const isPlain = ["open", "withdrawn", "duplicate"].includes(data.standing);
  const shown = [data.escalations, data.removed, data.unnamed];
  const linked = data.same ?? data.suggestion;
  return !isPlain || linked !== undefined || shown.some(({ length }) => length > 0) || isTroubled(data);
}

function suggestedIn(situation: Situation, standing: QuestionStatusData["standing"]): string | undefined {
  const suggestion =
    standing === "open" || standing === "disputed"
      ? suggestionFor(situation.view, situation.record)
      : undefined;
  return suggestion && nameOfId(situation, suggestion.seen.id);
}

/** The earlier question that asks the same and is still open. */
function sameAs({ view, record, context }: Situation): string | undefined {
  const proposed = proposalFor(view.proposals, record)?.proposed;
  const isConsidered = context.settings.coordinator.mode !== "off" && questionStanding(record) === "open";
  return isConsidered && proposed?.type === "rest" && proposed.same !== undefined
    ? `#${proposed.same}`
    : undefined;
}

/** Tasks that the text names, except those whose dependency a person removed. */
function tasksHeld(situation: Situation, removed: readonly string[]): readonly string[] {
  const { view, record } = situation;
  const tasks = namedIn(record.reading)
    .flatMap((ref) => recordOf(view, record, ref) ?? [])
    .filter(({ reading }) => reading.kind === "task");
  const names = tasks.map(({ seen }) => nameOfId(situation, seen.id));
  return names.filter((name) => !removed.includes(name));
}
