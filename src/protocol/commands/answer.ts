/** `/answer …` on a question or an escalation: the rest of the comment is the decision. */
import type { Grammar } from "./grammar.ts";

export interface AnswerCommand {
  readonly name: "answer";
  readonly decision: string;
}

export const answerCommand: Grammar<AnswerCommand> = {
  name: "answer",
  usage: "/answer <the decision>",
  purpose:
    "Answers the question, or decides the escalation, that it is written under; the rest of the comment is the decision.",
  who: "whoever may settle questions of that category, but never who asked",
  takes: "comment",
  read: (argument) => (argument === "" ? undefined : { name: "answer", decision: argument }),
};
