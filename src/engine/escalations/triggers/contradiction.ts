/**
 * Triggers an escalation when an answer that disagrees comes after the accepted one, from a user who may also
 * answer the question.
 */

import { sha256 } from "../../../base/sha256.ts";
import { wordsAlone } from "../../../protocol/decided-words.ts";
import { shorten } from "../../../protocol/render/shorten.ts";
import { bareTitle } from "../../../protocol/title.ts";
import { rulingOnAll } from "../../admission/authority.ts";
import type { EscalationDraft } from "../../asking/trigger.ts";
import { currentAcceptedAnswer } from "../../messages/question-state.ts";
import { questionBehind } from "../../messages/suggestion.ts";
import type { OpeningReason } from "../../model/keys/issue-key.ts";
import { openedBy, openedKey } from "../../model/opened.ts";
import type { Accepted } from "../../model/persisted-state.ts";
import type { RuleInput } from "../../model/rule.ts";
import type { IssueRecord } from "../../model/snapshot.ts";
import { type Candidate, candidatesFor } from "../../questions/candidates.ts";
import { issueNameById, repositoryFullName } from "../../wording/issue-name.ts";
import { openEscalations } from "../escalation-state.ts";
import { waitingTasks } from "./waiting-tasks.ts";

export function contradiction(input: RuleInput): readonly EscalationDraft[] {
  const { view, record, context } = input;
  const accepted = record.reading.kind === "question" ? currentAcceptedAnswer(record) : undefined;
  if (accepted === undefined || openEscalations(view, record.seen.id).length > 0) return [];
  const others = candidatesFor(input).filter(
    (candidate) =>
      isLaterAnswer(input, candidate, accepted) &&
      !sameWords(candidate.decision, wordsAlone(accepted.decision)) &&
      rulingOnAll(view, record, candidate.by, context).allowed === true,
  );
  const asked = others.filter((other) => isAsked(input, accepted, other));
  const other = others.find(({ decision }) => !asked.some((each) => sameWords(each.decision, decision)));
  return other === undefined ? [] : [draftEscalation(input, accepted, other)];
}

/**
 * An answer by an issue or a comment; people's decisions in an escalation contradict nothing. GitHub's times
 * have steps of a second: of two in one second the other counts as later, too, unless the accepted one
 * replaced it.
 */
function isLaterAnswer({ view, record }: RuleInput, { id, createdAt }: Candidate, accepted: Accepted) {
  const issue = view.records.get(id);
  const isAnswer = issue?.reading.kind === "answer" || record.seen.comments.some((each) => each.id === id);
  if (
    !isAnswer ||
    (issue !== undefined && standsDown(issue)) ||
    id === accepted.word ||
    id === accepted.overrules
  )
    return false;
  return createdAt >= accepted.at;
}

/** Our own unapproved answer does not contradict an accepted one: it is closed. */
function standsDown(answer: IssueRecord): boolean {
  return questionBehind(answer) !== undefined && answer.persisted.admitted?.approver === undefined;
}

/** Whether people were asked which of the two applies. */
function isAsked({ record }: RuleInput, accepted: Accepted, other: Candidate): boolean {
  return openedBy(record, openedKey(record.seen.id, reasonToAsk(accepted, other))) !== undefined;
}

function reasonToAsk(accepted: Accepted, other: Candidate): OpeningReason {
  return {
    type: "contradiction",
    acceptedId: accepted.word,
    otherId: other.id,
    words: sha256(other.decision),
  };
}

function sameWords(a: string, b: string): boolean {
  return normalizeText(a) === normalizeText(b);
}

function normalizeText(text: string): string {
  return text
    .toLowerCase()
    .replace(/[\s.]+/g, " ")
    .trim();
}

/** Longer ones are not read in an option. */
const maxOption = 200;

/** An answer is chosen whole, so an option never shows its first sentence alone. @param place where all of it is */
function wholeOption(text: string, place: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= maxOption ? line : `${shorten(line, maxOption)} (all of it in ${place})`;
}

function draftEscalation(input: RuleInput, accepted: Accepted, other: Candidate): EscalationDraft {
  const { id, title } = input.record.seen;
  const [{ login }] = other.by;
  const regarding = issueNameById(input, id);
  const what = other.number === undefined ? "A comment" : issueNameById(input, other.id);
  const options = [wordsAlone(accepted.decision), other.decision].map((text, at) => ({
    number: at + 1,
    text: wholeOption(text, at === 0 || other.number === undefined ? regarding : what),
  }));
  return {
    openingReason: reasonToAsk(accepted, other),
    title: `${bareTitle(title)} Two answers differ`,
    actions: [{ do: "keep" }, { do: "replace", answer: sha256(other.decision) }],
    because: `${what} by ${login} differs from the accepted answer.`,
    data: {
      reason: "contradiction",
      regarding,
      title,
      urgency: "important",
      words: "",
      options,
      question: bareTitle(title),
      home: repositoryFullName(input),
      takesOptionsOnly: false,
      blocker: undefined,
      edges: [],
      waiting: waitingTasks(input),
    },
  };
}
