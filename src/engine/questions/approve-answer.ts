/**
 * Handles `/approve` on a question: a person takes an agent's answer that stands in its status as a suggestion. The person who
 * approved it has decided.
 */
import type { ApproveCommand } from "../../protocol/commands/approve.ts";
import { isPerson, rulingOn } from "../admission/authority.ts";
import { voiceOfComment } from "../admission/speaking/voice.ts";
import { isAdmitted } from "../admission/trust.ts";
import { bindComment } from "../commands/bind-comment.ts";
import { type CommandAction, refuse, refuseRuling } from "../commands/order.ts";
import { statusKey } from "../fold/seen-record.ts";
import { currentAcceptedAnswer } from "../messages/question-state.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import { acceptedFrom, refreshesOnceAnswered } from "./accept-answer.ts";
import { loweredAnswers } from "./lowered.ts";

export const approveAnswer: CommandAction<ApproveCommand> = (input, command, comment) => {
  const { hash } = command;
  const { view, record, context } = input;
  if (record.persisted.obeyed.includes(comment.id)) return { type: "done" };
  if (currentAcceptedAnswer(record) !== undefined)
    return refuse("The question has already been answered. To answer it again, reopen it first.");
  const found = loweredAnswers(input).find((each) => each.hash.startsWith(hash));
  if (found === undefined)
    return refuse("No suggested answer has this hash now. Read the status again, and approve what it shows.");
  if (comment.shown === undefined && !wasShown(record, found.hash, comment.createdAt))
    return refuse(
      `signalbox showed this answer only as you approved it. If it is right, repeat \`/approve ${hash}\`.`,
    );
  const by = voiceOfComment(record, comment, context);
  if (!isPerson(by, context)) return refuse("Only a person can approve it.");
  const ruling = rulingOn(view, record, by, context);
  if (ruling.allowed === "unknown") return { type: "elsewhere" };
  if (!ruling.allowed) return refuseRuling(ruling);
  const binding = bindComment(input, comment, command);
  if (binding.type === "refused") return binding.outcome;
  const taken = { ...found.candidate, by: [by] as const, createdAt: comment.createdAt };
  return {
    type: "done",
    persisted: { ...record.persisted, accepted: acceptedFrom(taken, binding.text, ruling.row) },
    refreshes: refreshesOnceAnswered(input),
  };
};

/** A question's own body has been approved before anybody can answer it. */
export function takesApproval(record: IssueRecord): boolean {
  return record.reading.kind === "question" && isAdmitted(record);
}

/** GitHub's times are whole seconds: a status of the approval's own second may be younger than it. */
function wasShown({ seen }: IssueRecord, hash: string, at: number): boolean {
  return seen.own.some(
    ({ key, text, editedAt, createdAt }) =>
      key === statusKey && text.includes(hash) && (editedAt ?? createdAt) < at,
  );
}
