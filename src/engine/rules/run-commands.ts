/**
 * A command runs once, for somebody trusted; a stranger gets a reaction and nothing more. `/answer` does nothing here
 * on a question: it is a candidate for the accept-answer rule, which may have to wait for an earlier one.
 */
import { unreachable } from "../../base/errors.ts";
import { type Command, parseCommands } from "../../protocol/command.ts";
import type { Text } from "../../protocol/text.ts";
import { rulingOn } from "../authority.ts";
import { explanation } from "../explanation.ts";
import type { CommentSeen } from "../fact.ts";
import { replyKey } from "../reply-key.ts";
import { type LookAgain, lookAgain, roleRetryMs, type ShowRule, type Situation, type Wish } from "../rule.ts";
import { roleIn } from "../snapshot.ts";
import { trustOf } from "../trust.ts";

export const runCommands: ShowRule = { name: "run-commands", show };

function show(situation: Situation) {
  const wishes: Wish[] = [];
  const looks: LookAgain[] = [];
  for (const comment of situation.record.seen.comments) {
    if (isDone(situation, comment)) continue;
    const outcome = run(situation, comment);
    if (outcome === "later")
      looks.push(lookAgain(situation.record, roleRetryMs, "A commenter's role could not be read."));
    else if (outcome !== undefined) wishes.push(outcome);
  }
  return { wishes, looks };
}

function isDone({ record, context }: Situation, comment: CommentSeen): boolean {
  if (comment.author.id === context.botId || record.memory.ran.includes(comment.id)) return true;
  if (record.reactedTo?.includes(comment.id) === true) return true;
  return record.seen.own.some((own) => own.key === replyKey(comment.id));
}

function run(situation: Situation, comment: CommentSeen): Wish | "later" | undefined {
  const commands = parseCommands(comment.text);
  if (commands.length === 0) return undefined;
  const { view, record, context } = situation;
  const trust = trustOf(view, record.seen.repositoryId, comment.author, context);
  if (trust === "unknown") return "later";
  if (trust === "untrusted") return reaction(comment);
  for (const command of commands) {
    const text = replyTo(situation, command, comment);
    if (text !== undefined) return reply(situation, comment, text);
  }
  return undefined;
}

/** One comment gets at most one reply: to the first of its commands that has one. */
function replyTo(situation: Situation, command: Command, comment: CommentSeen): Text | undefined {
  switch (command.name) {
    case "help":
      return { name: "command-help", data: {} };
    case "explain":
      return explanation(situation, command.target) ?? unknownTarget;
    case "malformed":
      return {
        name: "command-refused",
        data: { command: command.word, reason: "It is not complete.", usage: command.usage },
      };
    case "answer":
      return refusedAnswer(situation, comment);
    default:
      return unreachable(command);
  }
}

const unknownTarget: Text = {
  name: "command-refused",
  data: {
    command: "explain",
    reason: "signalbox knows no such issue in this repository.",
    usage: "/explain or /explain #12",
  },
};

function refusedAnswer(situation: Situation, comment: CommentSeen): Text | undefined {
  const usage = "/answer <the decision>";
  if (situation.record.reading.kind !== "question") {
    const reason = "Only a question can be answered, and this issue is not one.";
    return { name: "command-refused", data: { command: "answer", reason, usage } };
  }
  const ruling = rulingOn(situation.view, situation.record, comment.author, situation.context);
  if (ruling.allowed !== false) return undefined;
  return { name: "command-refused", data: { command: "answer", reason: ruling.because, usage } };
}

function reply({ view, record, context }: Situation, comment: CommentSeen, text: Text): Wish {
  const key = replyKey(comment.id);
  const because = `${comment.author.login} wrote a command in ${comment.id}.`;
  const effect = { type: "AddComment", marker: key, text: context.render(text) } as const;
  const { id, login } = comment.author;
  const actor = { id, login, role: roleIn(view, record.seen.repositoryId, id) };
  return { slot: key, key, effect, reason: { rule: runCommands.name, because, actor } };
}

function reaction(comment: CommentSeen): Wish {
  const because = `${comment.author.login} has no write access; ${comment.id} is ignored.`;
  const effect = { type: "AddReaction", commentId: comment.id, content: "CONFUSED" } as const;
  const slot = `reaction ${comment.id}`;
  return { slot, key: slot, effect, reason: { rule: runCommands.name, because } };
}
