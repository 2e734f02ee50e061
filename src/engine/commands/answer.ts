/** `/answer`: accepted by the rule that weighs all answers; here, whoever may not settle the question is told so. */
import type { AnswerCommand } from "../../protocol/commands/answer.ts";
import { rulingOn } from "../authority.ts";
import { type Order, refused } from "./order.ts";

export const answer: Order<AnswerCommand> = ({ view, record, context }, _command, { author }) => {
  if (record.reading.kind !== "question")
    return refused("Only a question can be answered, and this issue is not one.");
  const ruling = rulingOn(view, record, author, context);
  return ruling.allowed === false ? refused(ruling.because) : { type: "elsewhere" };
};
