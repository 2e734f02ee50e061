/** `/answer …` on a question or an escalation: the rest of the comment is the decision. */
import type { CommandGrammar } from "./grammar.ts";

export interface AnswerCommand {
  readonly name: "answer";
  readonly decision: string;
}

export const answerCommand: CommandGrammar<AnswerCommand> = {
  name: "answer",
  usage: "/answer <the decision>",
  purpose: "Answers the question, or decides the escalation, with the rest of the comment.",
  who: "anyone the policy allows, except the person who asked",
  takes: "comment",
  endsInWords: true,
  bindsText: true,
  read: (argument) => (argument === "" ? undefined : { name: "answer", decision: argument }),
};
