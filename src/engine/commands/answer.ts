/** `/answer`: accepted by the rule that weighs all answers; here, whoever may not settle the question is told so. */
import type { AnswerCommand } from "../../protocol/commands/answer.ts";
import { rulingOn } from "../authority.ts";
import { acceptedInForce } from "../question-standing.ts";
import { type Order, refused } from "./order.ts";

export const answer: Order<AnswerCommand> = ({ view, record, context }, _command, { id, author }) => {
  if (record.reading.kind !== "question")
    return refused("Only a question can be answered, and this issue is not one.");
  const ruling = rulingOn(view, record, author, context);
  if (ruling.allowed === false) return refused(ruling.because);
  const accepted = acceptedInForce(record);
  if (accepted !== undefined && accepted.answer !== id)
    return refused("An earlier answer settled the question. Reopen it to settle it anew.");
  return record.reading.message === undefined
    ? refused("It counts as soon as the question's body is mended.")
    : { type: "elsewhere" };
};
