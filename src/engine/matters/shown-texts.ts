/**
 * Says which texts words of ours have shown, and to whom. GitHub's times are whole seconds: of two comments in one second
 * either may be the later one, so only what is older by its second was shown.
 */
import type { Millis } from "../../base/clock.ts";
import { hasSeveralSpeakers } from "../../protocol/settings/agents/roster.ts";
import type { SpeakerContext } from "../admission/speaking/speaker.ts";
import { isSameSpeaker, keyedName, type Voice, voiceOfComment } from "../admission/speaking/voice.ts";
import { type CommentKey, parseCommentKey } from "../model/keys/comment-key.ts";
import type { IssueRecord } from "../model/snapshot.ts";

interface Heard {
  readonly by: Voice;
  readonly at: Millis;
}

/**
 * Whether words of ours to its speaker showed exactly this text before a word.
 * @param textHash by default that of the present text; of an answer, as `LoweredAnswer.hash`
 */
export function isTold(
  record: IssueRecord,
  { by, at }: Heard,
  context: SpeakerContext,
  textHash: string = record.seen.textHash,
): boolean {
  const isAlone = !hasSeveralSpeakers(context.settings, by.id);
  if (!isAlone && keyedName(by) === undefined) return false;
  return keysBefore(record, at).some(
    (key) => "tells" in key && key.tells === textHash && isTo(record, key, by, context),
  );
}

function keysBefore({ seen }: IssueRecord, at: Millis): readonly CommentKey[] {
  return seen.own.flatMap(({ key, createdAt }) => (createdAt < at ? (parseCommentKey(key) ?? []) : []));
}

function isTo(record: IssueRecord, key: CommentKey, by: Voice, context: SpeakerContext): boolean {
  if (key.type !== "reply") return false;
  const earlier = record.seen.comments.find(({ id }) => id === key.commentId);
  return earlier !== undefined && isSameSpeaker(voiceOfComment(record, earlier, context), by);
}
