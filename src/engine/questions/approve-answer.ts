/**
 * Handles `/approve` on a question: a person takes an agent's answer that stands in its status as a suggestion. The person who
 * approved it has decided.
 */
import type { ApproveCommand } from "../../protocol/commands/approve.ts";
import { isWholeHash } from "../../protocol/commands/text-name.ts";
import { shorten } from "../../protocol/render/shorten.ts";
import { denyComment, isPerson, rulingOn } from "../admission/authority.ts";
import { mayBeOwnAnswer } from "../admission/own-words.ts";
import { voiceOfComment } from "../admission/speaking/voice.ts";
import { isAdmitted } from "../admission/trust.ts";
import { bindComment } from "../commands/bind-comment.ts";
import { type CommandAction, type CommandOutcome, refuse, refuseRuling } from "../commands/order.ts";
import { wayOf } from "../matters/settled-by.ts";
import { isTold } from "../matters/shown-texts.ts";
import { currentAcceptedAnswer } from "../messages/question-state.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import { acceptedFrom, isAnsweredBefore, refreshesOnceAnswered } from "./accept-answer.ts";
import { type LoweredAnswer, loweredAnswers } from "./lowered.ts";

export const approveAnswer: CommandAction<ApproveCommand> = (input, command, comment) => {
  const { hash } = command;
  const { view, record, context } = input;
  const isAnswered = currentAcceptedAnswer(record) !== undefined || isAnsweredBefore(input, comment);
  if (isAnswered === "unknown") return { type: "elsewhere" };
  if (isAnswered)
    return refuse("The question has already been answered. To answer it again, reopen it first.");
  const [found, ...others] = loweredAnswers(input).filter((each) => each.hash.startsWith(hash));
  if (found === undefined)
    return refuse("No suggested answer has this hash now. Read the status again, and approve what it shows.");
  const by = voiceOfComment(record, comment, context);
  if (!isPerson(by, context))
    return refuse("Only a person can approve it. Ask one with write access to comment the same.");
  if (mayBeOwnAnswer(by, found.candidate.by)) return refuseRuling(denyComment(by));
  const ruling = rulingOn(view, record, by, context);
  if (ruling.allowed === "unknown") return { type: "elsewhere" };
  if (!ruling.allowed) return refuseRuling(ruling);
  // All digits of an answer's hash name the question's text, too.
  const textHash = isWholeHash(hash) ? record.seen.textHash : undefined;
  const binding = bindComment(input, comment, textHash === undefined ? command : { ...command, textHash });
  if (binding.type === "refused") return binding.outcome;
  const isMeant = isWholeHash(hash) || isTold(record, { by, at: comment.createdAt }, context, found.hash);
  if (others.length > 0 || !isMeant) return showAnswers(hash, found, others);
  const taken = {
    ...found.candidate,
    by: [by] as const,
    createdAt: comment.createdAt,
    how: wayOf(comment.id),
  };
  return {
    type: "done",
    persisted: { ...record.persisted, accepted: acceptedFrom(taken, binding.text, ruling.row) },
    refreshes: refreshesOnceAnswered(input),
  };
};

/** As much of an answer as the reply shows. */
const maxShown = 300;

/**
 * The author of answers makes two with the same eight digits in seconds, and takes the first one back: what was in the
 * status as its reader saw it, nothing tells.
 */
function showAnswers(digits: string, found: LoweredAnswer, others: readonly LoweredAnswer[]): CommandOutcome {
  const { decision } = found.candidate;
  const [line, ...more] = [found, ...others].map(lineOf);
  if (more.length > 0 || decision !== shorten(decision, maxShown))
    return refuse(
      `Eight digits may be another answer's, too. What begins with \`${digits}\` now: ${[line, ...more].join(" ")}`,
    );
  return {
    type: "refused",
    reason: `Eight digits may be another answer's, too. Those are of ${line} Is it what you mean? Write it again, or with all digits.`,
    tells: found.hash,
  };
}

function lineOf({ candidate, hash }: LoweredAnswer): string {
  return `\`${shorten(candidate.decision, maxShown)}\`: \`/approve ${hash}\`.`;
}

/** A question's own body has been approved before anybody can answer it. */
export function takesApproval(record: IssueRecord): boolean {
  return record.reading.kind === "question" && isAdmitted(record);
}
