/**
 * The poll of a contract: who has to agree, who has, and what stands against it. A holder's silence is no
 * word; where no one holds a task yet, there is no one to speak, and time has to do.
 */
import type { Millis } from "../../base/clock.ts";
import { parseDuration } from "../../base/duration.ts";
import type { Contract } from "../../protocol/kinds/contract.ts";
import { isBreaking } from "../../protocol/section-values/version.ts";
import {
  isSameLogin,
  keyedName,
  keyOfLogin,
  type Voice,
  voiceOfAuthor,
} from "../admission/speaking/voice.ts";
import { makersOfText } from "../admission/text-makers.ts";
import { type Trust, trustOf } from "../admission/trust.ts";
import { contractIn } from "../messages/contract-text.ts";
import { namedVersion, versionBefore } from "../messages/contract-versions.ts";
import type { Actor } from "../model/fact.ts";
import type { Ballot } from "../model/persisted-state.ts";
import type { RuleInput } from "../model/rule.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import type { View } from "../model/view.ts";
import { type Holder, type Party, partiesOf } from "./parties.ts";
import { isSaidByPerson } from "./speaker-name.ts";
import { isPersonsAck, standingObjections, words } from "./words.ts";

export interface ContractPoll {
  readonly contract: Contract;
  readonly round: string;
  /** Its open tasks, and those that somebody holds on its tracks or under a version before. */
  readonly parties: readonly Party[];
  /** Those whose holders have not said anything. */
  readonly missing: readonly Party[];
  readonly acks: readonly Ballot[];
  readonly objections: readonly Ballot[];
  readonly isBreaking: boolean;
  /** Until when a task that no one holds may get a holder who objects. */
  readonly silentUntil: Millis;
  /** `heard`: all have spoken, and a person has to decide, as the change is breaking. */
  readonly state: "open" | "objected" | "heard" | "agreed";
  /** Whether a speaker's role could not be read: nothing is settled until it can be. */
  readonly isDoubtful: boolean;
}

type Asked = Pick<RuleInput, "view" | "record"> & {
  readonly context: Pick<RuleInput["context"], "settings" | "botId" | "now">;
};

/**
 * Undefined for all but readable contracts.
 * @param trusts whether a speaker's word counts, for readers to whom roles are unknown
 */
export function contractPollOf(
  input: Asked,
  trusts: (ballot: Ballot) => Trust = ({ by }) =>
    trustOf(input.view, input.record.seen.repositoryId, by, input.context),
): ContractPoll | undefined {
  const { view, record, context } = input;
  const contract = contractIn(record);
  if (contract === undefined) return undefined;
  const round = roundOfContract(record);
  const there = (record.persisted.ballots ?? []).filter(({ isWithdrawn }) => isWithdrawn !== true);
  const trust = there.map(trusts);
  const said = there.filter((_, index) => trust[index] === "trusted");
  const now = said.filter((ballot) => ballot.round === round);
  // A word that the change is breaking counts until its speaker says otherwise, or an edit would take it away.
  const breaking = said.filter(({ option }) => option === words.breaking);
  const parties = partiesOf(input, contract);
  const hasSpoken = spokenIn(input, [...now, ...breaking], now.some(isPersonsAck));
  const missing = parties.filter(({ holders }) => holders.length > 0 && !holders.some(hasSpoken));
  const objections = standingObjections(now, context.settings);
  const silentUntil = begunAt(record) + (parseDuration(context.settings.deadlines.ack) ?? 0);
  const poll = {
    contract,
    round,
    parties,
    missing,
    silentUntil,
    objections,
    acks: now.filter(({ option }) => option === words.ack),
    isBreaking: breaking.length > 0 || isBreakingByText(view, record, contract),
    isDoubtful: trust.includes("unknown"),
  };
  return { ...poll, state: stateOf(poll, context.now) };
}

function stateOf(
  { missing, objections, parties, silentUntil, isBreaking: breaks }: Omit<ContractPoll, "state">,
  now: Millis,
): ContractPoll["state"] {
  if (objections.length > 0) return "objected";
  const hasUnheld = parties.length === 0 || parties.some(({ holders }) => holders.length === 0);
  if (missing.length > 0 || (hasUnheld && now < silentUntil)) return "open";
  return breaks ? "heard" : "agreed";
}

/** Names what is agreed to: a word counts for the text, title and body, that it was said about. */
export function roundOfContract({ seen }: Pick<IssueRecord, "seen">): string {
  return seen.reopenedAt === undefined ? seen.textHash : `${seen.textHash}@${seen.reopenedAt}`;
}

function begunAt({ seen }: IssueRecord): Millis {
  return Math.max(seen.createdAt, seen.editedAt ?? 0, seen.renamed?.at ?? 0, seen.reopenedAt ?? 0);
}

/**
 * Says of a holder whether its login has spoken. The contract's author agrees to what it wrote, as long as no one else has
 * changed it; where others of its login hold tasks, one of them has to, by a key of their own, or a person.
 */
function spokenIn(
  { view, record, context }: Asked,
  said: readonly Ballot[],
  isAgreedByPerson: boolean,
): (holder: Holder) => boolean {
  const { editor, renamed } = record.seen;
  const voice = voiceOfAuthor(view, record, context);
  const isTheirs = voice?.speaker !== undefined && voice.speaker.type !== "nobody";
  // Neither an edit nor a rename can be signed.
  const isAuthors = (by: Actor | undefined): boolean =>
    by !== undefined && by.id === voice?.id && keyedName(voice) === undefined;
  const isAsWritten =
    (editor === undefined || isAuthors(editor)) && (renamed === undefined || isAuthors(renamed.by));
  const agreesByWriting = isTheirs && isAsWritten ? keyOfLogin(voice) : undefined;
  const makers = makersOfText(view, record, context);
  const isOther = (ballot: Ballot): boolean =>
    isSaidByPerson(ballot) ||
    isByColleague(
      ballot,
      makers.filter((maker) => isSameLogin(maker, ballot.by)),
    );
  return ({ key, needsOther, isUnclear }) => {
    const words = said.filter(({ voter }) => voter === key);
    if (!needsOther) return words.length > 0 || key === agreesByWriting;
    return words.some(isOther) || (isUnclear && isAgreedByPerson);
  };
}

/** Whether a key tells who said it from all who made the text with the same login. */
function isByColleague({ speaker }: Ballot, makers: readonly Voice[]): boolean {
  if (speaker === undefined) return false;
  return makers.map(keyedName).every((name) => name !== undefined && name !== speaker);
}

function isBreakingByText(view: View, record: IssueRecord, contract: Contract): boolean {
  const before = versionBefore(view, record);
  const from = before && namedVersion(before)?.version;
  return contract.change === "breaking" || (from !== undefined && isBreaking(from, contract.version));
}
