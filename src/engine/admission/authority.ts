/**
 * Rules on who may answer a question, by the policy's rows, with the reason either way. Trust alone is not
 * enough: a listed agent is bound by the rows, whatever its role on GitHub.
 */

import type { Question } from "../../protocol/kinds/question.ts";
import { isSameAccount } from "../../protocol/settings/agents/account-key.ts";
import { isAgentAccount, isShared } from "../../protocol/settings/agents/roster.ts";
import type { Settings } from "../../protocol/settings/config.ts";
import { decisionClass, type PolicyRow, roleLadder } from "../../protocol/settings/policy.ts";
import { formatPolicyGrant } from "../../protocol/settings/policy-grant.ts";
import { type Proposal, proposalFor } from "../model/proposal.ts";
import { type IssueRecord, roleIn } from "../model/snapshot.ts";
import type { View } from "../model/view.ts";
import { whyNoDecider } from "./deciders.ts";
import { isAnswerByColleague, refuseOwnWords } from "./own-words.ts";
import { isPersonSpeaking } from "./speaking/speaker.ts";
import { isSameLogin, refuseUnproven, type Voice } from "./speaking/voice.ts";
import { makersOfText } from "./text-makers.ts";
import { type AuthorityContext, trustOf } from "./trust.ts";

export type Ruling =
  /** `row` names the policy row that allowed it, as shown to people. */
  | { readonly allowed: true; readonly row: string }
  /** `because` is a sentence shown to people; `isOnPage`: the person can decide it on the pages, and not by a comment. */
  | { readonly allowed: false; readonly because: string; readonly isOnPage?: true }
  /** The role or the question could not be read: denied for now and checked again later. */
  | { readonly allowed: "unknown" };

/** @param question a record whose message is a question */
export function rulingOn(
  view: View,
  question: IssueRecord,
  by: Voice | undefined,
  authority: AuthorityContext,
): Ruling {
  const { message } = question.reading.kind === "question" ? question.reading : {};
  if (message?.kind !== "question") return { allowed: "unknown" };
  if (by === undefined)
    return deny("The account no longer exists. Someone else with write access has to answer.");
  if (by.speaker?.type === "nobody") return deny(refuseUnproven(by.speaker.because, by.speaker.name));
  const own = whyNotOwn(view, { record: question, message }, by, authority);
  if (own !== undefined) return own;
  const trust = trustOf(view, question.seen.repositoryId, by, authority);
  if (trust === "unknown") return { allowed: "unknown" };
  if (trust === "untrusted")
    return deny(
      `${by.login} has no write access here. Someone who has it has to answer, or to approve the answer.`,
    );
  const role = roleIn(view, question.seen.repositoryId, by.id);
  const group = groupOf(by, authority);
  const unknown = group === "people" ? whyNoDecider(by, role, authority.settings) : undefined;
  if (unknown !== undefined) return deny(unknown);
  // On a person's account only the person is who a row means by its ID.
  const id = group === "agents" && isShared(authority.settings, by.id) ? "" : by.id;
  const principal = { id, role, group };
  const row =
    group === "coordinator"
      ? coordinatorRow(message, foundIn(proposalFor(view.proposals, question)), authority.settings)
      : authority.settings.policy.find((each) => covers(each, message) && names(each, principal));
  if (row === undefined) return deny(refusal(group, message, authority.settings.policy));
  return { allowed: true, row: formatPolicyGrant(row.name, describePrincipal(principal)) };
}

/** A login that made the question does not answer it, but for the person themselves, and agents whom an admin's row lets. */
function whyNotOwn(
  view: View,
  { record, message }: { readonly record: IssueRecord; readonly message: Question },
  by: Voice,
  authority: AuthorityContext,
): Ruling | undefined {
  const askers = makersOfText(view, record, authority).filter((each) => isSameLogin(each, by));
  if (askers.length === 0) return undefined;
  const refusal = refuseOwnWords(by, authority);
  if (refusal === undefined) return undefined;
  if (refusal.type === "on a page") return denyComment(by);
  if (isAnswerByColleague(message, askers, by, authority.settings)) return undefined;
  if (record.seen.author?.id !== by.id) return deny(whyNotChanger(by, "question"));
  return deny(
    `The person who asked a question cannot answer it; someone else with write access has to.${wayOfPerson(by)}`,
  );
}

/**
 * What a person can do whose own words do not count because the settings do not show whose a login is; empty for others.
 * With what it is added to, at most two lines.
 */
export function wayOfPerson({ speaker }: Pick<Voice, "speaker">): string {
  if (speaker?.type !== "person") return "";
  return " Or an admin names the agents in the settings: then you decide on the pages, or by comment if no agent uses your login or the settings say `with_person: comments` for it.";
}

/** Why somebody who changed what another one put before people does not settle it. */
export function whyNotChanger({ login, speaker }: Voice, name: string): string {
  const way =
    speaker?.type === "person"
      ? " Or an admin names the agents in the settings: then it shows that the change is a person's."
      : "";
  return `${login} changed this ${name}, so it asks in their words, too: someone else with write access has to settle it.${way}`;
}

/** Where agents write with a person's login, a comment about what the login wrote does not show whose word it is. */
export function denyComment({ login }: Pick<Voice, "login">): Extract<Ruling, { readonly allowed: false }> {
  return {
    allowed: false,
    because: `Agents write with the login ${login}, so no comment by it decides what it wrote itself.`,
    isOnPage: true,
  };
}

/**
 * The row that lets the coordinator answer a question.
 * @param found the decision class that the coordinator found: it counts where the asker declares none; a
 * precedent counts whatever was declared, since people decided it before
 */
export function coordinatorRow(
  question: Question,
  found: string | undefined,
  { policy }: Settings,
): PolicyRow | undefined {
  const isUndeclared = decisionClass(question.decisionClass) === undefined;
  const counts = isUndeclared || found === "precedent" ? found : undefined;
  return policy.find(
    (row) =>
      row.who.includes("coordinator") &&
      (covers(row, question) || covers(row, { ...question, decisionClass: counts })),
  );
}

/** The row that lets an agent with this account answer a question, its access aside. */
export function rowForAgent(
  question: Question,
  account: string,
  { policy }: Pick<Settings, "policy">,
): PolicyRow | undefined {
  const agent = { id: account, role: "none", group: "agents" } as const;
  return policy.find((row) => covers(row, question) && names(row, agent));
}

/** The row that lets what a vote carried answer a question. */
export function rowForVote(question: Question, { policy }: Pick<Settings, "policy">): PolicyRow | undefined {
  return policy.find((row) => row.who.includes("vote") && covers(row, question));
}

function foundIn(proposal: Proposal | undefined): string | undefined {
  return proposal?.proposed.type === "answer" ? proposal.proposed.decisionClass : undefined;
}

/**
 * Rules on several users together: allowed only if all are. The result is the ruling on the first, unless a
 * later one is denied or unknown.
 */
export function rulingOnAll(
  view: View,
  question: IssueRecord,
  all: readonly Voice[],
  authority: AuthorityContext,
): Ruling {
  const [first = rulingOn(view, question, undefined, authority), ...others] = all.map((by) =>
    rulingOn(view, question, by, authority),
  );
  if (first.allowed === false) return first;
  return others.find(({ allowed }) => allowed !== true) ?? first;
}

/** Whether it is neither an agent nor our own bot. */
export function isPerson(by: Voice, authority: AuthorityContext): boolean {
  return groupOf(by, authority) === "people";
}

interface Principal {
  readonly id: string;
  readonly role: string;
  readonly group: "people" | "agents" | "coordinator";
}

function groupOf({ id, speaker }: Voice, { botId, settings }: AuthorityContext): Principal["group"] {
  if (isSameAccount(id, botId)) return "coordinator";
  if (speaker !== undefined) return isPersonSpeaking(speaker) ? "people" : "agents";
  return isAgentAccount(settings, id) ? "agents" : "people";
}

function covers({ categories, decisions }: PolicyRow, question: Question): boolean {
  const written = decisionClass(question.decisionClass);
  const isOfClass = decisions === undefined || (written !== undefined && decisions.includes(written));
  return isOfClass && (categories === undefined || categories.includes(question.category));
}

function names({ who }: PolicyRow, { id, role, group }: Principal): boolean {
  if (who.includes(group) || who.some((each) => isSameAccount(each, id))) return true;
  return group === "people" && who.some((word) => rank(word) >= 0 && rank(role) >= rank(word));
}

function rank(role: string): number {
  const ladder: readonly string[] = roleLadder;
  return ladder.indexOf(role);
}

function describePrincipal({ group, role }: Principal): string {
  if (group === "coordinator") return "the coordinator";
  return group === "agents" ? "a listed agent" : `role ${role}`;
}

function refusal(group: Principal["group"], question: Question, policy: readonly PolicyRow[]): string {
  const whose = { people: "this person", agents: "this agent", coordinator: "the coordinator" }[group];
  const about = [question.category, decisionClass(question.decisionClass)].filter(
    (word) => word !== undefined,
  );
  const rows = policy.filter((row) => covers(row, question)).map(({ name }) => `"${name}"`);
  const open =
    rows.length === 0
      ? "No row covers it: ask an admin to add one"
      : `Rows covering it: ${rows.join(", ")}. Ask somebody whom they let`;
  return `No row of the policy lets ${whose} decide a question about ${about.join(" and ")}. ${open}.`;
}

function deny(because: string): Ruling {
  return { allowed: false, because };
}
