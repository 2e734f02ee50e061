/** Binds a command to the text that its author was shown, or says what changed and asks for it once more. */
import { toMinuteUtc } from "../../base/clock.ts";
import { inCode } from "../../protocol/render/code.ts";
import { voiceOfComment } from "../admission/speaking/voice.ts";
import { type Binding, bindWord, type TextChange } from "../matters/bind-word.ts";
import { currentText, type TextVersion } from "../matters/text-version.ts";
import type { CommentSeen, NodeId } from "../model/fact.ts";
import type { RuleInput } from "../model/rule.ts";
import type { CommandOutcome } from "./order.ts";

export type BoundComment =
  | { readonly type: "bound"; readonly text: TextVersion }
  | { readonly type: "refused"; readonly outcome: CommandOutcome };

export function bindComment({ record, context }: RuleInput, comment: CommentSeen): BoundComment {
  if (comment.shown === record.seen.textHash && record.seen.altered === undefined)
    return { type: "bound", text: currentText(record) };
  const word = { by: voiceOfComment(record, comment, context), at: comment.createdAt };
  const binding = bindWord(record, word, context);
  if (binding.type === "bound") return binding;
  const { title, textHash, altered } = record.seen;
  const now = altered === undefined ? "It is now" : "signalbox puts its text back. It is";
  const reason = `${explainChanges(binding, context.botId)} ${now} ${inCode(title)}. Read it: if you still mean it, write it again.`;
  return { type: "refused", outcome: { type: "refused", reason, tells: textHash } };
}

function explainChanges({ changes }: Extract<Binding, { readonly type: "changed" }>, botId: NodeId): string {
  const restored = changes.find(({ by }) => by?.id === botId);
  const others = changes.filter(({ by }) => by?.id !== botId).map(explainChange);
  const back =
    restored && `Somebody changed it, and signalbox put its text back at ${toMinuteUtc(restored.at)}.`;
  return [...(back === undefined ? [] : [back]), ...others].join(" ");
}

function explainChange({ part, at, by }: TextChange): string {
  const who = by === undefined ? "A deleted account" : inCode(by.login);
  return `${who} changed its ${part} at ${toMinuteUtc(at)}, after it was shown to you.`;
}
