/**
 * Rules on words about what the same login wrote. A login is one voice: it does not settle what it asked, except that a
 * person decides their own. On a login that agents use, a comment does not show that it is the person's, as each agent
 * holds the token that writes it: there the person decides on the pages.
 */
import type { Question } from "../../protocol/kinds/question.ts";
import { agentsAt, isKnownPersons } from "../../protocol/settings/agents/roster.ts";
import type { Settings } from "../../protocol/settings/config.ts";
import { answersOfOneLogin } from "../../protocol/settings/policy.ts";
import { openingReasonOf } from "../messages/opening-reason.ts";
import { subjectOf } from "../messages/subject.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import { recordOf, type View } from "../model/view.ts";
import { isSameLogin, keyedName, type Voice } from "./speaking/voice.ts";
import { isOwnText } from "./text-makers.ts";

/** Why words do not count about what their own login wrote. */
export type OwnWordsRefusal =
  /** They may be an agent's: the person decides on the pages. */
  | { readonly type: "on a page" }
  /** It takes somebody with another login. */
  | { readonly type: "another login" };

/** An issue, and what is settled with it: what an escalation or a vote is about, and the question of an answer. */
function textsBehind(view: View, record: IssueRecord): readonly IssueRecord[] {
  const found = [record];
  for (let at = 0; at < found.length; at++) {
    const next = found[at] && referredFrom(view, found[at] ?? record);
    if (next !== undefined && !found.includes(next)) found.push(next);
  }
  return found;
}

function referredFrom(view: View, record: IssueRecord): IssueRecord | undefined {
  const message = record.reading.kind === undefined ? undefined : record.reading.message;
  if (message?.kind === "escalation") return subjectOf(view, record);
  if (message?.kind === "answer") return recordOf(view, record, message.answers);
  if (message?.kind === "vote") return message.regarding && recordOf(view, record, message.regarding);
  return undefined;
}

/**
 * Whether it is a comment by a person on a login that agents use, about what the login wrote: nothing tells it from an
 * agent's comment about its own words.
 */
export function mayBeOwnAgents(view: View, record: IssueRecord, by: Voice): boolean {
  if (!mayBeAgent(by)) return false;
  return textsBehind(view, record).some((each) => isOwnText(each, by)) || isOwnAnswerBehind(view, record, by);
}

/** The same, about an answer that the login gave. */
export function mayBeOwnAnswer(by: Voice, answeredBy: readonly Voice[]): boolean {
  return mayBeAgent(by) && answeredBy.some((each) => isSameLogin(each, by));
}

function mayBeAgent({ speaker }: Voice): boolean {
  return speaker?.type === "person" && speaker.mayBeAgent === true;
}

/** Whether one of the two answers is the login's that contradict each other, and between which it is to be decided. */
function isOwnAnswerBehind(view: View, record: IssueRecord, by: Voice): boolean {
  const reason = openingReasonOf(view, record);
  if (reason?.type !== "contradiction") return false;
  const comments = subjectOf(view, record)?.seen.comments;
  return [reason.acceptedId, reason.otherId].some((id) => {
    const comment = comments?.find((each) => each.id === id);
    const issue = view.records.get(id);
    return (
      (comment !== undefined && isSameLogin(comment.author, by)) ||
      (issue !== undefined && isOwnText(issue, by))
    );
  });
}

/** Undefined if the words are a person's, and nobody else's who writes with the login. */
export function refuseOwnWords(
  by: Voice,
  { settings }: { readonly settings: Settings },
): OwnWordsRefusal | undefined {
  const { speaker } = by;
  if (speaker?.type !== "person") return { type: "another login" };
  if (speaker.mayBeAgent === true) return { type: "on a page" };
  return tellsWhose(settings, by.id) ? undefined : { type: "another login" };
}

/** Whether the settings tell whose login this is: where the roster names no agents, it may be an agent's. */
export function tellsWhose(settings: Settings, account: string): boolean {
  return agentsAt(settings, account).length > 0 || isKnownPersons(settings, account);
}

/**
 * Whether an admin's policy row lets another agent of the askers' login answer: all have to have keys of their own.
 * @param askers those who made the text with this login
 */
export function isAnswerByColleague(
  question: Question,
  askers: readonly Voice[],
  by: Voice,
  settings: Pick<Settings, "policy">,
): boolean {
  const own = keyedName(by);
  const names = askers.map(keyedName);
  if (own === undefined || names.some((name) => name === undefined || name === own)) return false;
  return settings.policy.some((row) => answersOfOneLogin(row, question.category));
}
