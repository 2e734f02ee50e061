/** Tells the agents that a policy row lets decide a question that it waits for them. */
import type { Question } from "../../../protocol/kinds/question.ts";
import { agentNamed } from "../../../protocol/settings/agents/roster.ts";
import { rowForAgent } from "../../admission/authority.ts";
import { isAnswerByColleague } from "../../admission/own-words.ts";
import { isSameLogin, type Voice } from "../../admission/speaking/voice.ts";
import { makersOfText } from "../../admission/text-makers.ts";
import { isAdmitted } from "../../admission/trust.ts";
import { questionState } from "../../messages/question-state.ts";
import type { NoteSource, RuleInput } from "../../model/rule.ts";
import { type AgentHere, agentsHere } from "../agents-here.ts";
import { senderOf } from "../written-by.ts";

export const questionToSettle: NoteSource = {
  name: "question-to-settle",
  notesOn: (input) => {
    const { view, record, context } = input;
    const question = openQuestion(input);
    if (question === undefined) return [];
    const askers = makersOfText(view, record, context);
    const from = senderOf(input, record);
    return agentsHere(input)
      .filter((agent) => mayAnswer(question, askers, voiceFor(agent, input), input))
      .filter(({ account }) => rowForAgent(question, account, context.settings) !== undefined)
      .map(({ name: to }) => ({
        ...({
          kind: "question-to-settle",
          priority: question.urgency === "blocking" ? "now" : "soon",
        } as const),
        to,
        at: record.seen.createdAt,
        key: record.seen.bodyHash,
        from,
        text: `You may decide it: ${record.seen.title}`,
      }));
  },
};

/** What their own login asked only where a policy row lets colleagues answer. */
function mayAnswer(question: Question, askers: readonly Voice[], by: Voice, { context }: RuleInput): boolean {
  const own = askers.filter((asker) => isSameLogin(asker, by));
  return own.length === 0 || isAnswerByColleague(question, own, by, context.settings);
}

function voiceFor({ name, account: id }: AgentHere, { context }: RuleInput): Voice {
  const hasKey = (agentNamed(context.settings, name)?.keys.length ?? 0) > 0;
  return { id, login: "", speaker: { type: "agent", name, proof: hasKey ? "key" : "account" } };
}

function openQuestion({ record }: RuleInput): Question | undefined {
  const message = record.reading.kind === "question" ? record.reading.message : undefined;
  if (message?.kind !== "question" || !isAdmitted(record) || questionState(record) !== "open")
    return undefined;
  return message;
}
