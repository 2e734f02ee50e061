/**
 * Binds a word to the text that its author was shown: the one place that decides whether what somebody wrote is about the
 * text that stands there now. An author is shown a text by its opening, by their own change of it, and by our reply to
 * them that shows a change; never by the mere fact that it stood there when they wrote, as a mail may answer a text of
 * yesterday.
 */
import type { Millis } from "../../base/clock.ts";
import { hasSeveralSpeakers } from "../../protocol/settings/agents/roster.ts";
import type { SpeakerContext } from "../admission/speaking/speaker.ts";
import { isSameSpeaker, type Voice, voiceOfComment } from "../admission/speaking/voice.ts";
import type { Actor, IssueSeen } from "../model/fact.ts";
import { parseCommentKey } from "../model/keys/comment-key.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import { currentText, type TextVersion } from "./text-version.ts";

export interface Word {
  readonly by: Voice;
  readonly at: Millis;
}

/** The last change of one part of a text. */
export interface TextChange {
  readonly part: "title" | "text";
  readonly at: Millis;
  /** Absent for a deleted account. */
  readonly by?: Actor | undefined;
}

export type Binding =
  | { readonly type: "bound"; readonly text: TextVersion }
  /** It may be about an earlier text: the changes that its author was not shown, at least one. */
  | { readonly type: "changed"; readonly changes: readonly TextChange[] };

/** What a word in a comment, or in an issue of its author's, is about. */
export function bindWord(record: IssueRecord, { by, at }: Word, context: SpeakerContext): Binding {
  const { altered } = record.seen;
  if (altered !== undefined) return { type: "changed", changes: altered };
  // An edit is never signed: on an account of several speakers it may be another one's.
  const isAlone = !hasSeveralSpeakers(context.settings, by.id);
  const isOwn = (change: TextChange): boolean => isAlone && change.by?.id === by.id && change.at < at;
  const isTold = (isAlone || isKeyed(by)) && wasTold(record, { by, at }, context);
  return isTold ? bound(record) : unless(record, (change) => !isOwn(change));
}

/** What is decided in an issue that put this text before people when it was opened: an escalation, a vote, a suggestion. */
export function bindReferral(record: Pick<IssueRecord, "seen">, openedAt: Millis): Binding {
  return unless(record, ({ at }) => at >= openedAt);
}

function unless(record: Pick<IssueRecord, "seen">, isUnseen: (change: TextChange) => boolean): Binding {
  const changes = changesOf(record.seen).filter(isUnseen);
  return changes.length === 0 ? bound(record) : { type: "changed", changes };
}

function bound(record: Pick<IssueRecord, "seen">): Binding {
  return { type: "bound", text: currentText(record) };
}

function changesOf({ editedAt, editor, renamed, altered }: IssueSeen): readonly TextChange[] {
  if (altered !== undefined) return altered;
  return [
    ...(renamed === undefined ? [] : [{ part: "title", ...renamed } as const]),
    ...(editedAt === undefined ? [] : [{ part: "text", at: editedAt, by: editor } as const]),
  ];
}

/**
 * Whether we had shown exactly this text to the word's author before, in reply to an earlier word of theirs. GitHub's
 * times are whole seconds: of two in one second either may be the later one.
 */
function wasTold(record: IssueRecord, { by, at }: Word, context: SpeakerContext): boolean {
  const { own, comments, textHash } = record.seen;
  return own.some(({ key: written, createdAt }) => {
    const key = parseCommentKey(written);
    if (key?.type !== "reply" || key.tells !== textHash || createdAt >= at) return false;
    const earlier = comments.find(({ id }) => id === key.commentId);
    return earlier !== undefined && isSameSpeaker(voiceOfComment(record, earlier, context), by);
  });
}

function isKeyed({ speaker }: Voice): boolean {
  return speaker?.type === "agent" && speaker.proof === "key";
}
