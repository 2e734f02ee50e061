/** Tells what silence does to an escalation that names a default: its option is taken, or why it never is. */
import { bareTitle } from "../../protocol/title.ts";
import { isFiller } from "../asking/earlier-options.ts";
import { urgencyOf } from "../asking/urgency.ts";
import { escalationIn, subjectOf } from "../messages/subject.ts";
import { isSameState, type PersistedState } from "../model/persisted-state.ts";
import { nothing, type RuleInput, type StateRule } from "../model/rule.ts";
import { reasonsAgainstSilence, wordReasons } from "../questions/lowered.ts";
import { escalationState, isSetAside } from "./escalation-state.ts";
import { earliestDefault } from "./reminders/deadline.ts";

export type Silence = NonNullable<PersistedState["silence"]>;

/** Undefined if it names no default. */
export function silenceOn(input: RuleInput): Silence | undefined {
  const { record, context } = input;
  const message = escalationIn(record);
  const option = message?.default;
  const text = option === undefined ? undefined : message?.options[option - 1];
  if (option === undefined || text === undefined) return undefined;
  const from = earliestDefault(record, context.settings);
  if (from === undefined) return { option, because: "It sets no deadline." };
  const because = whyNotTaken(input, { option, text });
  return because === undefined ? { option, from } : { option, because };
}

interface NamedDefault {
  readonly option: number;
  readonly text: string;
}

/** A sentence. Silence decides neither a vote nor a change of an interface, whatever the settings and the text say. */
function whyNotTaken(input: RuleInput, { option, text }: NamedDefault): string | undefined {
  const { view, record, context } = input;
  const urgency = urgencyOf(record);
  const kind = subjectOf(view, record)?.reading.kind;
  if (!context.settings.escalations.defaults.some((each) => each === urgency))
    return `The settings take no default where the urgency is ${urgency}.`;
  if (kind === "vote" || kind === "contract") return `Silence decides no ${kind}.`;
  if (isFiller(record, text)) return `Option ${option} is not a decision.`;
  if (record.seen.altered !== undefined) return "Somebody changed this text, and it is being restored.";
  if (isSetAside(input, record)) return "What it is about waits for approval.";
  return reasonsOfWords(input, text)[0];
}

/** Whether its words, or those of the question that it is about, show a decision that is people's: urgency is its author's word. */
function reasonsOfWords({ view, record, context }: RuleInput, text: string): readonly string[] {
  const message = escalationIn(record);
  const subject = subjectOf(view, record);
  const against = subject === undefined ? [] : reasonsAgainstSilence(subject, text, context.settings);
  const body = `${message?.question ?? ""}\n\n${message?.context ?? ""}`;
  return [...against, ...wordReasons({ title: bareTitle(record.seen.title), body }, text)];
}

/** For the lists of what waits for people, which read the records alone. */
export const noteSilence: StateRule = { name: "note-silence", updateState };

function updateState(input: RuleInput) {
  const { view, record } = input;
  if (record.reading.kind !== "escalation") return nothing;
  const isOpen = record.seen.issueState.state === "open" && escalationState(view, record).type === "open";
  const silence = isOpen ? silenceOn(input) : undefined;
  const { silence: _, ...rest } = record.persisted;
  const persisted = silence === undefined ? rest : { ...rest, silence };
  return isSameState(persisted, record.persisted) ? nothing : { persisted };
}
