/** Binds a command to the text that its author was shown, or shows what changed and asks for it once more. */
import type { Command } from "../../protocol/commands/command.ts";
import { splitEnvelope } from "../../protocol/envelope/split-envelope.ts";
import { voiceOfComment } from "../admission/speaking/voice.ts";
import { type Binding, bindWord } from "../matters/bind-word.ts";
import type { TextVersion } from "../matters/text-version.ts";
import type { CommentSeen } from "../model/fact.ts";
import type { RuleInput } from "../model/rule.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import type { CommandOutcome } from "./order.ts";
import { showText, workShown } from "./show-text.ts";

export type BoundComment =
  | { readonly type: "bound"; readonly text: TextVersion }
  | { readonly type: "refused"; readonly outcome: CommandOutcome };

export function bindComment(input: RuleInput, comment: CommentSeen, command: Command): BoundComment {
  const { record, context } = input;
  const binding = bindWord(record, wordIn(input, comment, command), context);
  if (binding.type === "bound") return binding;
  const shows = showText(input, binding, comment, command);
  return {
    type: "refused",
    outcome: {
      type: "refused",
      reason: reasonOf(record, binding),
      ...(shows.isCut ? {} : { tells: record.seen.textHash }),
      shows,
    },
  };
}

/** Who says a command in a comment, and of which text: a page's order names what the page showed. */
export function wordIn({ record, context }: RuleInput, comment: CommentSeen, command: Command) {
  const { envelope } = splitEnvelope(comment.text);
  const inEnvelope = envelope?.ok === true ? envelope.envelope.text : undefined;
  const textHash = comment.shown ?? command.textHash ?? inEnvelope;
  return {
    by: voiceOfComment(record, comment, context),
    at: comment.createdAt,
    byMail: comment.byMail,
    textHash,
    workHash: command.workHash,
  };
}

/** For orders, whose answers have no room for a text. */
function reasonOf(
  record: IssueRecord,
  { changes, isOfOtherWork }: Extract<Binding, { readonly type: "changed" }>,
): string {
  if (isOfOtherWork === true) {
    const { commit, base } = workShown(record);
    const now = commit === undefined ? "has no pull request" : `is at \`${commit}\` for \`${base}\``;
    return `It is about other work than there is now: the handover ${now}. Look at it, and accept it again.`;
  }
  const parts = changes.map(({ part }) => part).join(" and ");
  return changes.length === 0
    ? "It names another text than the present one."
    : `Its ${parts} changed since it was shown. Read it again; if it is still meant, say it again.`;
}
