/** `/answer …` on a question or an escalation: the rest of the comment is the decision, or the number of an option. */
import type { CommandGrammar } from "./grammar.ts";

export interface AnswerCommand {
  readonly name: "answer";
  readonly decision: string;
}

export const answerCommand: CommandGrammar<AnswerCommand> = {
  name: "answer",
  usage: "/answer <the decision>",
  purpose:
    "Answers the question, or decides the escalation, with the rest of the comment. A number alone is that option.",
  who: "anyone the policy allows, except the person who asked",
  takes: "comment",
  endsInWords: true,
  bindsText: true,
  read: (argument) => (argument === "" ? undefined : { name: "answer", decision: argument }),
};
