/** Shows the question that an escalation is about: in the asker's words, cut to what people will read. */

import type { Question } from "../../../protocol/kinds/question.ts";
import type { EscalationOpenedData } from "../../../protocol/text/opened.ts";
import { bareTitle } from "../../../protocol/title.ts";
import { nameOfSpeaker, voiceOfAuthor } from "../../admission/speaking/voice.ts";
import { urgencyForPeople } from "../../asking/urgency-over-time.ts";
import type { RuleInput } from "../../model/rule.ts";
import { issueNameById, repositoryFullName } from "../../wording/issue-name.ts";
import { fitOptions } from "./fitting.ts";
import { waitingTasks } from "./waiting-tasks.ts";

/** @param options as they were written or found */
export function questionEscalation(
  input: RuleInput,
  { context, decisionClass }: Question,
  options: readonly string[],
): Omit<EscalationOpenedData, "reason" | "deadline"> {
  const { view, record, context: around } = input;
  const { id, title } = record.seen;
  const asking = voiceOfAuthor(view, record, around);
  const regarding = issueNameById(input, id);
  return {
    regarding,
    title,
    question: bareTitle(title),
    home: repositoryFullName(input),
    asker: asking === undefined ? "someone" : nameOfSpeaker(asking),
    decisionClass,
    explain: explainCommand(regarding),
    urgency: urgencyForPeople(input),
    ...fitOptions(options, context, regarding),
    blocker: undefined,
    edges: [],
    takesOptionsOnly: false,
    waiting: waitingTasks(input),
  };
}

function explainCommand(regarding: string): string {
  return `signalbox explain ${regarding.replace(/^#/, "")}`;
}
