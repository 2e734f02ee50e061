/**
 * An escalation or a vote that somebody else opened about a question. Its author chooses its words, so it may ask about a
 * triviality and name a question that nobody who decides it has read. It settles the question only for a reader to whom our
 * own status showed the question there; otherwise it decides itself alone.
 */
import type { Millis } from "../../base/clock.ts";
import type { RegardedLine } from "../../protocol/text/lines.ts";
import { mayShow } from "../admission/privacy.ts";
import { isAdmitted } from "../admission/trust.ts";
import { statusKey } from "../fold/seen-record.ts";
import { currentOutcome } from "../messages/outcome.ts";
import { subjectOf } from "../messages/subject.ts";
import { type PersistedState, parsePersistedState } from "../model/persisted-state.ts";
import type { RuleInput } from "../model/rule.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import { recordOf } from "../model/view.ts";
import { issueNameById } from "../wording/issue-name.ts";

type Input = Pick<RuleInput, "view" | "record">;
type Shown = NonNullable<NonNullable<PersistedState["regarded"]>["first"]>;

/** As much of a question's title and text as a status shows: of a longer one nothing is settled there. */
const maxTitle = 250;
const maxWritten = 1_500;

/** The question that an escalation or a vote of somebody else is about; undefined for all others. */
export function regardedQuestion({ view, record }: Input): IssueRecord | undefined {
  const { reading, seen } = record;
  if (seen.opened !== undefined || (reading.kind !== "escalation" && reading.kind !== "vote"))
    return undefined;
  const { message } = reading;
  const named = message?.kind === "vote" ? message.regarding : undefined;
  const question = named === undefined ? subjectOf(view, record) : recordOf(view, record, named);
  return question?.reading.kind === "question" ? question : undefined;
}

/** What the status shows of the question; undefined if it cannot show it whole. */
function partsShown({ view, record }: Input, question: IssueRecord) {
  const { message } = question.reading.kind === "question" ? question.reading : {};
  if (message?.kind !== "question" || !isAdmitted(question) || !mayShow(view, record, question.seen))
    return undefined;
  const { title } = question.seen;
  const written = [message.context, message.options ?? ""].join("\n\n").trim();
  return title.length <= maxTitle && written.length <= maxWritten ? { title, written } : undefined;
}

/** The hash of the text that the status is to show. */
export function hashToShow(input: Input, question: IssueRecord): string | undefined {
  return partsShown(input, question) === undefined ? undefined : question.seen.textHash;
}

/** What our status at GitHub shows now, and since when. */
export function shownInStatus({ seen }: IssueRecord): Shown | undefined {
  for (const { key, persisted, editedAt, createdAt } of seen.own) {
    if (key !== statusKey) continue;
    const shows = parsePersistedState(persisted)?.regarded?.shows;
    if (shows !== undefined) return { hash: shows, at: editedAt ?? createdAt };
  }
  return undefined;
}

/** The state with which what is settled here settles the question, too, if that was shown in a second before `before`. */
export function withQuestionSettled(input: Input, persisted: PersistedState, before: Millis): PersistedState {
  const { record } = input;
  const hash = regardedQuestion(input)?.seen.textHash;
  const shown = [record.persisted.regarded?.first, shownInStatus(record)];
  const wasShown = shown.some((each) => each !== undefined && each.hash === hash && each.at < before);
  return hash === undefined || !wasShown
    ? persisted
    : { ...persisted, regarded: { ...persisted.regarded, settles: hash } };
}

/** For the status: the question as it is, or that it is not settled here; undefined for a referral of ours. */
export function regardedLine(input: Input & RuleInput): RegardedLine | undefined {
  const { record } = input;
  const question = regardedQuestion(input);
  if (question === undefined) return undefined;
  const name = issueNameById(input, question.seen.id);
  const { decided, regarded } = record.persisted;
  if (decided !== undefined || currentOutcome(record) !== undefined)
    return regarded?.settles === undefined ? { type: "apart", name } : undefined;
  const parts = partsShown(input, question);
  return parts === undefined ? { type: "too long", name } : { type: "shown", name, ...parts };
}
