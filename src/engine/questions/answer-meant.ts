/**
 * What an answer means that is nothing but a number: that option of the question, as its author was shown it. Its words are
 * what is kept and shown.
 */
import { namesOption, optionChosen, wordsOfChoice } from "../../protocol/section-values/chosen-option.ts";
import { optionsIn } from "../../protocol/section-values/written-options.ts";
import type { OptionCommand } from "../../protocol/text/lines.ts";
import type { Binding } from "../matters/bind-word.ts";
import { questionIn } from "../messages/question-state.ts";
import type { IssueRecord } from "../model/snapshot.ts";

/** The decision that the answer makes; undefined if it may be an option's number or the answer itself. */
export function answerMeant(
  question: Pick<IssueRecord, "reading">,
  answer: string,
  binding: Pick<Binding, "type">,
): string | undefined {
  if (!namesOption(answer)) return answer;
  const options = optionsIn(questionIn(question)?.options);
  const choice = optionChosen(options, answer);
  // Which option had that number when it was written, nothing tells.
  if (binding.type === "changed" && choice.type !== "words") return undefined;
  switch (choice.type) {
    case "words":
      return answer;
    case "option":
      return wordsOfChoice(options[choice.index]?.text ?? answer, choice.because);
    case "unclear":
      return undefined;
  }
}

/** The options that can be chosen by their number, or letter. */
export function answersOffered(question: Pick<IssueRecord, "reading">): readonly OptionCommand[] {
  const options = optionsIn(questionIn(question)?.options);
  return options.flatMap(({ label, title }) =>
    label !== undefined && optionChosen(options, label).type === "option"
      ? { command: `/answer ${label}`, text: title }
      : [],
  );
}

export function whyUnclear(answer: string): string {
  return `\`${answer.trim()}\` may name an option of the question, or be the answer itself. Comment \`/answer\` and the words of what you mean.`;
}
