/**
 * Handles `/decide`, and `/answer` on an escalation: a person chooses one of the options as they read then,
 * or decides in their own words, once. The person must be allowed by the policy to answer the question that
 * the escalation is about.
 */
import type { AnswerCommand } from "../../../protocol/commands/answer.ts";
import type { Command } from "../../../protocol/commands/command.ts";
import type { DecideCommand } from "../../../protocol/commands/decide.ts";
import { keepWords } from "../../../protocol/decided-words.ts";
import type { Escalation } from "../../../protocol/kinds/escalation.ts";
import { optionChosen } from "../../../protocol/section-values/chosen-option.ts";
import { isPerson, type Ruling } from "../../admission/authority.ts";
import { mayShow } from "../../admission/privacy.ts";
import { type Voice, voiceOfComment } from "../../admission/speaking/voice.ts";
import { isAdmitted } from "../../admission/trust.ts";
import { isFiller } from "../../asking/earlier-options.ts";
import { actionFor, takesOptionsOnly } from "../../asking/option-action.ts";
import { withQuestionSettled } from "../../asking/regarded-question.ts";
import { rulingOnPerson } from "../../asking/rule-on-person.ts";
import { bindComment } from "../../commands/bind-comment.ts";
import {
  type CommandAction,
  type CommandOutcome,
  refuse,
  refuseMalformed,
  refuseRuling,
} from "../../commands/order.ts";
import { settledBy } from "../../matters/settled-by.ts";
import { openingReasonOf } from "../../messages/opening-reason.ts";
import { escalationIn, subjectOf } from "../../messages/subject.ts";
import type { CommentSeen } from "../../model/fact.ts";
import type { OptionAction } from "../../model/persisted-state.ts";
import { type RuleInput, refreshSelf } from "../../model/rule.ts";
import type { IssueRecord } from "../../model/snapshot.ts";
import { answerChosen } from "../../questions/overruling.ts";
import { issueNameById } from "../../wording/issue-name.ts";
import { type Decided, escalationState, isSetAside } from "../escalation-state.ts";
import { isAboutEarlierText } from "../obsolete.ts";

export const decide: CommandAction<DecideCommand> = (input, command, comment) => {
  if (command.option === undefined) return decideInWords(input, { command, comment, words: command.words });
  const { record } = input;
  const { option, because = "" } = command;
  const refusal = refusalOf(input, comment);
  const escalation = escalationIn(record);
  if (refusal !== undefined || escalation === undefined) return refusal ?? refuse(unreadable);
  const text = escalation.options[option - 1];
  if (text === undefined)
    return escalation.options.length === 0
      ? refuse("It has no options. Comment `/answer <your decision>`.")
      : refuseMalformed(whichThereAre(escalation));
  if (isFiller(record, text))
    return refuse(
      `Option ${option} is not a decision. Comment \`/answer <your decision>\`, or choose another option.`,
    );
  return keep(input, { command, comment }, { option, text, because });
};

/** `/answer` on an escalation: words of one's own, or nothing but the number of an option. */
export const decideByAnswer: CommandAction<AnswerCommand> = (input, command, comment) => {
  const { decision: words, ...word } = command;
  const options = escalationIn(input.record)?.options ?? [];
  const choice = optionChosen(options.map(numberedOption), words);
  if (choice.type === "option") {
    const { index, because } = choice;
    return decide(input, { ...word, name: "decide", option: index + 1, because }, comment);
  }
  return choice.type === "unclear"
    ? refuse(
        `\`${words}\` may be an option's number, or the decision itself. Comment ${commandsIn(options)}, or say it in words.`,
      )
    : decideInWords(input, { command, comment, words });
};

function numberedOption(text: string, index: number) {
  return { label: String(index + 1), isLabelled: true, text };
}

/** Where the decision was said. */
interface Said {
  readonly command: Command;
  readonly comment: CommentSeen;
}

/** @param words the decision itself */
function decideInWords(
  input: RuleInput,
  { words, ...said }: Said & { readonly words: string },
): CommandOutcome {
  const { view, record } = input;
  const refusal = refusalOf(input, said.comment);
  const escalation = escalationIn(record);
  if (refusal !== undefined || escalation === undefined) return refusal ?? refuse(unreadable);
  if (takesOptionsOnly(view, record))
    return refuse(
      `Each option here has its own effect, so choose one of them: ${commandsIn(escalation.options)}.`,
    );
  return keep(input, said, { option: undefined, text: words, because: "" });
}

const unreadable = "The escalation cannot be read yet. Fix its body first, as its status comment shows.";

/** Why this escalation cannot be decided now, whatever the choice; undefined if it can once it is read. */
function refusalOf(input: RuleInput, { id }: CommentSeen): CommandOutcome | undefined {
  const { view, record } = input;
  if (record.reading.kind !== "escalation")
    return refuse("This issue is not an escalation. Comment it on the escalation.");
  if (!isAdmitted(record)) return refuse(unreadable);
  if (record.persisted.decided?.word === id) return { type: "done" };
  const state = escalationState(view, record);
  if (state.type === "decided") return refuse(whyDecided(input, state.decided));
  const outdated = questionOfEarlierText(input);
  if (outdated !== undefined) return refuse(whyOutdated(input, outdated));
  if (state.type !== "open") return refuse("It is closed, so there is nothing left to decide.");
  if (isSetAside(input, record))
    return refuse(
      "A user without write access has edited what it is about. Approve that first, as its status comment describes, then decide again.",
    );
  return undefined;
}

function whichThereAre(escalation: Escalation): string {
  const { length } = escalation.options;
  return length === 1 ? "There is 1 option." : `There are ${length} options.`;
}

function commandsIn(options: Escalation["options"]): string {
  return options.map((_, index) => `\`/decide ${index + 1}\``).join(" or ");
}

interface Choice {
  readonly option: number | undefined;
  readonly text: string;
  readonly because: string;
}

function keep(input: RuleInput, { command, comment }: Said, choice: Choice): CommandOutcome {
  const { view, record } = input;
  const { commentNumber } = comment;
  const ruling = rulingOnDecision(input, voiceOfComment(record, comment, input.context));
  if (ruling.allowed === "unknown") return { type: "elsewhere" };
  if (!ruling.allowed) return refuseRuling(ruling);
  const binding = bindComment(input, comment, command);
  if (binding.type === "refused") return binding.outcome;
  const { option, because } = choice;
  const action = actionFor(view, record, { option, text: choice.text });
  const text = wholeAnswer(input, action) ?? choice.text;
  const decided = {
    ...settledBy(comment),
    ...(commentNumber === undefined ? {} : { commentNumber }),
    ...(option === undefined ? {} : { option }),
    decision: keepWords(text),
    version: binding.text,
    because,
    ...(action === undefined ? {} : { action }),
    row: ruling.row,
  };
  const regarded = subjectOf(view, record);
  const refreshes =
    regarded === undefined ? [] : [refreshSelf(regarded, 0, "An escalation about it was decided.")];
  const settled = { ...record.persisted, decided };
  // A page shows the escalation, and not our status on it.
  const persisted =
    comment.shown === undefined ? withQuestionSettled(input, settled, comment.createdAt) : settled;
  return { type: "done", persisted, refreshes };
}

/** An option may show the beginning of a long answer, which is chosen whole. */
function wholeAnswer(input: RuleInput, action: OptionAction | undefined): string | undefined {
  const { view, record } = input;
  const question = subjectOf(view, record);
  const reason = openingReasonOf(view, record);
  if (question === undefined || reason?.type !== "contradiction") return undefined;
  return answerChosen({ ...input, record: question }, reason.otherId, action)?.decision;
}

/** What was decided here stays: another decision takes another place. */
function whyDecided(input: RuleInput, { by, option }: Decided): string {
  const { view, record } = input;
  const decided = `\`${by.login}\` has decided it${option === undefined ? "" : `: option ${option}`}.`;
  const question = subjectOf(view, record);
  if (question?.reading.kind !== "question" || !mayShow(view, record, question.seen))
    return `${decided} To have something else decided, open another issue.`;
  const name = issueNameById(input, question.seen.id);
  return question.seen.issueState.state === "open"
    ? `${decided} To have something else decided, comment \`/answer <your decision>\` on ${name}.`
    : `${decided} To have something else decided, reopen ${name} and comment \`/answer <your decision>\` there.`;
}

/** The question, if this was put before people about an earlier text of it. */
function questionOfEarlierText({ view, record }: RuleInput): IssueRecord | undefined {
  const question = subjectOf(view, record);
  return question !== undefined && isAboutEarlierText(question, record) ? question : undefined;
}

/** What is decided here would be about an earlier text of its question. */
function whyOutdated(input: RuleInput, question: IssueRecord): string {
  const name = issueNameById(input, question.seen.id);
  return `${name} was edited after this was put before people, so a decision here would not be about what it says now. Read it, and comment \`/answer <your decision>\` there.`;
}

/** Whether `by` may decide this escalation. */
export function rulingOnDecision(input: RuleInput, by: Voice): Ruling {
  if (!isPerson(by, input.context))
    return {
      allowed: false,
      because: "An escalation is for a person to decide. Ask one with write access to comment the same.",
    };
  return rulingOnPerson(input, by, {
    about: subjectOf(input.view, input.record),
    name: "escalation",
  });
}
