/**
 * Proposes what a command writes: its effect, then one reply or one reaction. It runs once, for a trusted
 * user; a user without write access gets a reaction and nothing more.
 */
import { unprovenReason, voiceOfComment } from "../admission/speaking/voice.ts";
import type { Reason } from "../model/effect.ts";
import type { CommentSeen } from "../model/fact.ts";
import {
  type DelayedRefresh,
  type ProjectionRule,
  type ProposedEffect,
  type RuleInput,
  refreshSelf,
  retryRead,
} from "../model/rule.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import { isButtonPress, isOrder } from "../model/spoken.ts";
import { visibilityMs } from "../model/visibility.ts";
import { namesPage } from "../wording/page-line.ts";
import {
  type CommandResult,
  declinedBefore,
  pendingComments,
  refusal,
  runPendingCommands,
  trustOfAuthor,
} from "./comments.ts";
import { type CommandHandler, isWaiting, reasonOf } from "./order.ts";
import { replyKey, replyTo } from "./reply.ts";

const name = "run-commands";

export function runCommands(handlers: readonly CommandHandler[]): ProjectionRule {
  return { name, project: (input) => project(handlers, input) };
}

function project(handlers: readonly CommandHandler[], input: RuleInput) {
  const effects: ProposedEffect[] = [];
  const refreshes: DelayedRefresh[] = [];
  for (const comment of pendingComments(input)) {
    if (isOrder(comment.id)) continue;
    const trust = trustOfAuthor(input, comment);
    if (trust === "unknown") {
      refreshes.push(retryRead(input.record, "A commenter's role could not be read."));
      continue;
    }
    const proposed = trust === "trusted" ? run(handlers, input, comment) : ignoreCommand(input, comment);
    if (proposed === "waits") break;
    const possible = proposed.filter(({ effect }) => effect.type !== "AddReaction" || isThere(comment));
    effects.push(...possible);
    if (possible.length < proposed.length && comment.missing === "perhaps")
      refreshes.push(readOnceShown(input.record, comment));
  }
  return { effects, refreshes };
}

/** GitHub refuses a reaction to a deleted comment, and each pass would propose it again. */
function isThere({ missing }: CommentSeen): boolean {
  return missing === undefined;
}

function readOnceShown(record: IssueRecord, { createdAt }: CommentSeen): DelayedRefresh {
  const afterMs = Math.max(0, createdAt + visibilityMs - record.readAt);
  return refreshSelf(record, afterMs, "A comment with a command may have been deleted.");
}

/** A comment gets at most one reply: to the first of its commands that has one. */
function run(
  handlers: readonly CommandHandler[],
  input: RuleInput,
  comment: CommentSeen,
): readonly ProposedEffect[] | "waits" {
  const isObeyed = input.record.persisted.obeyed.includes(comment.id);
  const before = declinedBefore(input.record.persisted, comment.id);
  if (before !== undefined) return frown(comment, reasonOf(input, comment, name, `Not done: ${before}.`));
  const outcomes = runPendingCommands(handlers, input, comment);
  for (const { command, outcome } of outcomes) {
    if (outcome.type !== "refused" || isObeyed) continue;
    if (outcome.isOnPage === true && namesPage(input.record))
      return frown(comment, reasonOf(input, comment, name, outcome.reason));
    const marker = keyOf(comment, outcomes);
    return [replyTo(input, comment, refusal(command, outcome, input), { rule: name, marker })];
  }
  const pending = outcomes.flatMap(({ outcome }) => (outcome.type === "pending" ? outcome.proposed : []));
  if (pending.length > 0 && !isObeyed) return pending;
  if (isWaiting(outcomes.map(({ outcome }) => outcome))) return "waits";
  for (const { outcome } of outcomes)
    if (outcome.type === "reply") return [replyTo(input, comment, outcome.text, { rule: name })];
  return isObeyed && !isButtonPress(comment.id) ? [thanks(input, comment)] : [];
}

/** An `/answer` is evaluated by another rule at each pass, which has to know that it was refused. */
function keyOf({ id }: CommentSeen, outcomes: readonly CommandResult[]): string {
  const isDead = outcomes.some(
    ({ command, outcome }) =>
      command.name === "answer" && outcome.type === "refused" && outcome.countsLater !== true,
  );
  const [tells] = outcomes.flatMap(({ outcome }) =>
    outcome.type === "refused" ? (outcome.tells ?? []) : [],
  );
  const onPage = outcomes.some(({ outcome }) => outcome.type === "refused" && outcome.isOnPage === true);
  return replyKey(id, { isFinal: isDead, tells, namesPage: onPage });
}

function thanks(input: RuleInput, comment: CommentSeen): ProposedEffect {
  const effect = { type: "AddReaction", commentId: comment.id, content: "THUMBS_UP" } as const;
  const slot = { type: "reaction", id: comment.id } as const;
  return {
    slot,
    key: { type: "reaction", commentId: comment.id, isDone: true },
    effect,
    reason: reasonOf(input, comment, name),
  };
}

function ignoreCommand({ record, context }: RuleInput, comment: CommentSeen): readonly ProposedEffect[] {
  const { login, speaker } = voiceOfComment(record, comment, context);
  const because =
    speaker.type === "nobody"
      ? `The command does nothing. ${unprovenReason(speaker.because, speaker.name)}`
      : `${login} has no write access, so the command does nothing.`;
  return frown(comment, { rule: name, because });
}

function frown(comment: CommentSeen, reason: Reason): readonly ProposedEffect[] {
  if (isButtonPress(comment.id)) return [];
  const effect = { type: "AddReaction", commentId: comment.id, content: "CONFUSED" } as const;
  const slot = { type: "reaction", id: comment.id } as const;
  const key = { type: "reaction", commentId: comment.id, isDone: false } as const;
  return [{ slot, key, effect, reason }];
}
