/**
 * Binds a word to the text that its author was shown: the one place that decides whether what somebody wrote is about the
 * text that stands there now. An author is shown a text by its opening, or by its repair where we asked for one; by their
 * own change of it; by words of ours to them that quote it; and by naming its hash. Never by the mere fact that it stood
 * there when they wrote, as a mail may answer a text of yesterday.
 */
import type { Millis } from "../../base/clock.ts";
import { isWholeHash } from "../../protocol/commands/text-name.ts";
import { hasSeveralSpeakers } from "../../protocol/settings/agents/roster.ts";
import type { SpeakerContext } from "../admission/speaking/speaker.ts";
import type { Voice } from "../admission/speaking/voice.ts";
import type { Actor, IssueSeen } from "../model/fact.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import { isTold } from "./shown-texts.ts";
import { currentText, currentWorkHash, type TextVersion } from "./text-version.ts";

export interface Word {
  readonly by: Voice;
  readonly at: Millis;
  /** A mail may answer the first text, whatever stands there now. */
  readonly byMail?: boolean | undefined;
  /** The text that it says it is about: 64 hex digits, or eight, which choose nothing. */
  readonly textHash?: string | undefined;
  /** The work that it says it is about, for a handover. */
  readonly workHash?: string | undefined;
}

/** The last change of one part of a text. */
export interface TextChange {
  readonly part: "title" | "text";
  readonly at: Millis;
  /** Absent if GitHub does not say. */
  readonly by?: Actor | undefined;
}

export type Binding =
  | { readonly type: "bound"; readonly text: TextVersion }
  /** It may be about an earlier text: the changes that its author was not shown; none if it names another text. */
  | {
      readonly type: "changed";
      readonly changes: readonly TextChange[];
      /** It names other work than there is now: text, commits or base. */
      readonly isOfOtherWork?: true;
    };

/** What a word in a comment, or in an issue of its author's, is about. */
export function bindWord(record: IssueRecord, word: Word, context: SpeakerContext): Binding {
  const { by, at, textHash, workHash } = word;
  // What somebody made of a text of ours decides nothing, however often it is said: it gets its own text back. The fact holds
  // ours, so a word that names that one whole is about it, whatever stands there now.
  if (record.seen.altered !== undefined) {
    const isOfOurs = workHash === undefined && textHash !== undefined && textHash === record.seen.textHash;
    return isOfOurs && isWholeHash(textHash) ? bound(record) : changed(record);
  }
  if (workHash !== undefined)
    return workHash === currentWorkHash(record) ? bound(record) : { ...changed(record), isOfOtherWork: true };
  if (textHash !== undefined && isWholeHash(textHash))
    return textHash === record.seen.textHash ? bound(record) : changed(record);
  // The author makes every text that there was, and two with the same eight digits are quickly made: they can only contradict.
  if (textHash !== undefined && !record.seen.textHash.startsWith(textHash)) return changed(record);
  // An edit is never signed: on an account of several speakers it may be another one's.
  const isAlone = !hasSeveralSpeakers(context.settings, by.id);
  const isOwn = (change: TextChange): boolean => isAlone && change.by?.id === by.id && change.at < at;
  const isUnseen = (change: TextChange): boolean => !isOwn(change) && !wasBeforePut(record, change, word);
  return isTold(record, word, context) ? bound(record) : unless(record, isUnseen);
}

/**
 * What is decided in an issue that put this text before people: an escalation, a vote, a suggestion. One of ours names the
 * text; that of others can be about no text that is younger than itself.
 */
export function bindReferral(
  record: Pick<IssueRecord, "seen">,
  referral: Pick<IssueRecord, "seen">,
): Binding {
  const { opened, createdAt } = referral.seen;
  if (opened?.about === undefined) return unless(record, ({ at }) => at >= createdAt);
  return opened.about === record.seen.textHash ? bound(record) : changed(record);
}

/**
 * Which text of its question a settled referral settles. That of somebody else settles none but the one that our status had
 * shown there.
 */
export function bindSettled(
  record: Pick<IssueRecord, "seen">,
  referral: Pick<IssueRecord, "seen" | "persisted">,
): Binding {
  const { seen, persisted } = referral;
  const isSettled = seen.opened !== undefined || persisted.regarded?.settles === record.seen.textHash;
  return isSettled ? bindReferral(record, referral) : changed(record);
}

/** Whether its text is no more the one that it was opened with, so that a reader of before may have seen another one. */
export function wasChanged({ seen }: Pick<IssueRecord, "seen">): boolean {
  return changesOf(seen).length > 0;
}

/** The changes since it was put before people: its opening, or a repair that we had asked for. */
export function changesSincePut(record: IssueRecord): readonly TextChange[] {
  return changesOf(record.seen).filter((change) => !isOfRepair(record, change));
}

/** Until when GitHub's clock has nothing that this read does not show: a change at that second may be a later one. */
export function seenUntil({ updatedAt, editedAt = 0, renamed, comments }: IssueSeen): Millis {
  return Math.max(updatedAt, editedAt, renamed?.at ?? 0, ...comments.map(({ createdAt }) => createdAt));
}

/**
 * Whether the change was part of a repair that we had asked for: then nobody was asked about the text before it. The hash
 * tells which one we read if there were two changes in the second of our read.
 */
function wasBeforePut(record: IssueRecord, change: TextChange, { at, byMail }: Word): boolean {
  const { put } = record.persisted;
  return byMail !== true && put?.at !== undefined && put.at < at && isOfRepair(record, change);
}

function isOfRepair({ seen, persisted: { put } }: IssueRecord, { at }: TextChange): boolean {
  return put?.at !== undefined && at <= put.at && put.hash === seen.textHash;
}

function unless(record: Pick<IssueRecord, "seen">, isUnseen: (change: TextChange) => boolean): Binding {
  const changes = changesOf(record.seen).filter(isUnseen);
  return changes.length === 0 ? bound(record) : { type: "changed", changes };
}

function bound(record: Pick<IssueRecord, "seen">): Binding {
  return { type: "bound", text: currentText(record) };
}

function changed({ seen }: Pick<IssueRecord, "seen">): Extract<Binding, { readonly type: "changed" }> {
  return { type: "changed", changes: changesOf(seen) };
}

function changesOf({ editedAt, editor, renamed, altered }: IssueSeen): readonly TextChange[] {
  if (altered !== undefined) return altered;
  return [
    ...(renamed === undefined ? [] : [{ part: "title", ...renamed } as const]),
    ...(editedAt === undefined ? [] : [{ part: "text", at: editedAt, by: editor } as const]),
  ];
}
