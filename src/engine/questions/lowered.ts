/**
 * Answers by agents that people have to approve first. The policy says which agents may answer what, by category and class,
 * and both are the asker's words: where the words of question or answer, or what the coordinator found of its pages, show a
 * decision that is people's or unclear, the answer is a suggestion.
 */

import { sha256 } from "../../base/sha256.ts";
import type { Question } from "../../protocol/kinds/question.ts";
import { isSameAccount } from "../../protocol/settings/agents/account-key.ts";
import { isAgentAccount } from "../../protocol/settings/agents/roster.ts";
import type { Settings } from "../../protocol/settings/config.ts";
import { decisionClass } from "../../protocol/settings/policy.ts";
import { isPerson, type Ruling, rulingOnAll } from "../admission/authority.ts";
import { isAdmitted } from "../admission/trust.ts";
import { questionIn, questionState } from "../messages/question-state.ts";
import { proposalFor } from "../model/proposal.ts";
import type { RuleInput } from "../model/rule.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import { declaredClass, isForPeople, nameOf } from "../reserved/decision-class.ts";
import { newPackages } from "../reserved/packages.ts";
import { isForeign, mixesAlphabets, readWords } from "../reserved/read-words.ts";
import { doubtsIn, marksIn, reservedIn } from "../reserved/reserved-words.ts";
import { answerersIn } from "./answerers.ts";
import { type Candidate, candidatesFor } from "./candidates.ts";

export interface LoweredAnswer {
  readonly candidate: Candidate;
  /** SHA-256 of the question's text, NUL and the answer, in lower-case hex. */
  readonly hash: string;
  /** Why people have to approve it: sentences. */
  readonly reasons: readonly string[];
}

/** Those that wait for approval, the newest first; none once the question is answered. */
export function loweredAnswers(input: RuleInput): readonly LoweredAnswer[] {
  return answersToText(input)
    .flatMap((candidate) => {
      const ruling = rulingOnCandidate(input, candidate);
      const reasons = [whyKept(input, candidate) ?? [], whyLowered(input, candidate, ruling)].flat();
      return reasons.length === 0 ? [] : [{ candidate, reasons, hash: hashOf(input, candidate) }];
    })
    .toReversed();
}

/** Answers to the present text of a question that is open. */
function answersToText(input: RuleInput): readonly Candidate[] {
  const { record } = input;
  if (questionIn(record) === undefined || !isAdmitted(record) || questionState(record) !== "open") return [];
  return candidatesFor(input).filter(({ binding }) => binding.type === "bound");
}

/** Whether it may answer: by the row of the settings that says so for a vote or a default, else by whose words it is. */
export function rulingOnCandidate({ view, record, context }: RuleInput, { by, row }: Candidate): Ruling {
  return row === undefined ? rulingOnAll(view, record, by, context) : { allowed: true, row };
}

/**
 * Why a program's answer does not replace what a person decided before, although the question was reopened: anybody who may
 * label an issue may reopen it. Undefined if a person gives this one, or none gave the one before.
 */
export function whyKept({ record, context }: RuleInput, { by }: Pick<Candidate, "by">): string | undefined {
  const before = record.persisted.accepted ?? record.persisted.disputed;
  if (before === undefined || by.every((voice) => isPerson(voice, context))) return undefined;
  const person = answerersIn(before).find(
    ({ id }) => !isSameAccount(id, context.botId) && !isAgentAccount(context.settings, id),
  );
  return person !== undefined
    ? `${person.login} answered it before: a person changes what a person decided.`
    : undefined;
}

/** Why an answer that the policy allows is a suggestion all the same; empty if it counts. */
export function whyLowered(
  input: RuleInput,
  candidate: Pick<Candidate, "id" | "by" | "decision" | "how">,
  ruling: Ruling,
): readonly string[] {
  const { record, context } = input;
  const question = questionIn(record);
  if (ruling.allowed !== true || question === undefined || !isAgents(candidate, context)) return [];
  const reasons = [
    ...classReasons(question, context.settings),
    ...wordReasons(shownQuestion(record), candidate.decision),
    ...pageReasons(input),
    ...constraintReasons(input, candidate),
  ];
  return [...new Set(reasons)];
}

/** What of a question, or an escalation, and of an answer to it shows a decision that is people's, or unclear. Sentences, some of them twice. */
export function wordReasons(
  shown: { readonly title: string; readonly body: string },
  decision: string,
): readonly string[] {
  const { title, body } = shown;
  const asked = `${title}\n${body}`;
  const read = { title: readWords(title), body: readWords(body) };
  return [
    ...(mixesAlphabets(`${asked}\n${decision}`) ? ["A word mixes letters of several alphabets."] : []),
    ...(isForeign(`${asked}\n${decision}`)
      ? ["It is not in English, so it is unclear what kind of decision it is."]
      : []),
    ...[shown, read].flatMap((text) => [...reservedIn(text), ...doubtsIn(text)]),
    ...[asked, readWords(asked)].flatMap(marksIn),
    ...[decision, readWords(decision)].flatMap(marksIn).map((mark) => `Of the answer: ${mark}`),
    ...newPackages(decision, noPackages)
      .filter((name) => !asked.includes(name))
      .map((name) => `The answer takes the package \`${name}\`, which the question does not name.`),
  ];
}

/** Why no silence answers a question: what its author declared, and its words. Sentences; empty if one may. */
export function reasonsAgainstSilence(
  record: IssueRecord,
  decision: string,
  settings: Settings,
): readonly string[] {
  const question = questionIn(record);
  if (question === undefined) return [];
  return [...classReasons(question, settings), ...wordReasons(shownQuestion(record), decision)];
}

/** What a question asks, without the form around it. */
export function shownQuestion(record: IssueRecord): { readonly title: string; readonly body: string } {
  const { context = "", options = "" } = questionIn(record) ?? {};
  return { title: record.seen.title, body: `${context}\n\n${options}` };
}

/** Answers by agents to an open question, of which nothing but the policy and the gates says whether they count. */
export function agentsAnswers(input: RuleInput): readonly Candidate[] {
  return answersToText(input).filter((candidate) => isAgents(candidate, input.context));
}

/** Whether the pages that may make an agent's answer a suggestion are not read yet: until then it does not count. */
export function awaitsPages({ view, context }: RuleInput, candidate: Candidate): boolean {
  return isAgents(candidate, context) && view.constraints?.get(candidate.id) === "unread";
}

/** Agents vote as well as people, and a default is what the author of an escalation proposed: an agent, a person or the App. */
function isAgents({ by, how }: Pick<Candidate, "by" | "how">, context: RuleInput["context"]): boolean {
  if (how === "count" || how === "default") return true;
  return !by.every((voice) => isSameAccount(voice.id, context.botId) || isPerson(voice, context));
}

/** The engine knows no manifests: a package that is named is one that may be new. */
const noPackages: ReadonlySet<string> = new Set();

function classReasons({ decisionClass: written = "" }: Question, { policy }: Settings): readonly string[] {
  const named = decisionClass(written);
  if (named === undefined) return [];
  const declared = declaredClass(written);
  const isInPolicy = policy.some(({ decisions = [] }) => decisions.includes(named));
  if (declared === undefined) return isInPolicy ? [] : ["The declared decision class is not known."];
  return isForPeople(declared) ? [`The declared decision class is people's: ${nameOf(declared)}.`] : [];
}

/** Pages with a constraint, or that disagree, stop the coordinator; and no agent answers past them. */
function pageReasons({ view, record }: RuleInput): readonly string[] {
  const gates = proposalFor(view.proposals, record)?.gates ?? [];
  const stopped = gates.filter(({ gate, passes }) => stopping.has(gate) && !passes);
  return stopped.flatMap(({ reasons }) => reasons);
}

/** Looked for at the answer itself, whatever the coordinator made of the question, and whether or not it has a mode. */
function constraintReasons({ view }: RuleInput, { id }: Pick<Candidate, "id">): readonly string[] {
  const found = view.constraints?.get(id);
  return found === undefined || found === "unread" ? [] : found;
}

const stopping: ReadonlySet<string> = new Set(["reserved", "authority", "conflict"]);

function hashOf({ record }: RuleInput, { decision }: Candidate): string {
  return sha256(`${record.seen.textHash}\u0000${decision}`);
}
