/**
 * Resolves who may vote, and who a vote is from. One speaker has one vote: agents of one account that prove
 * nothing else are one speaker, and an agent with a key is one of its own. Where one agent of an account has a key,
 * those without one have no vote: it could be that agent's second.
 */
import type { Voter } from "../../protocol/section-values/voters.ts";
import {
  type Agent,
  agentNamed,
  agentsAt,
  isAgentAccount,
  isShared,
  rosterOf,
} from "../../protocol/settings/agents/roster.ts";
import type { Settings } from "../../protocol/settings/config.ts";
import { nameOfSpeaker, type Voice } from "../admission/speaking/voice.ts";
import type { Ballot } from "../model/persisted-state.ts";

export interface Member {
  /** The same for two words of one speaker. */
  readonly key: string;
  /** What it is called: names of agents, or a person's login. */
  readonly names: readonly string[];
}

export interface Electorate {
  readonly members: readonly Member[];
  /** Keys of members who can no longer vote, as the settings have changed: they count as not having voted. */
  readonly left: readonly string[];
  /** Whether everyone with write access who is a person may vote. */
  readonly hasPeople: boolean;
  /** Words that name no one who could vote, and why; sentences. */
  readonly faults: readonly string[];
}

type Known = Pick<Settings, "agents" | "trust">;

/** @param holders the agents that `holders` means */
export function electorateOf(
  voters: readonly Voter[],
  settings: Known,
  holders: readonly string[],
): Electorate {
  const found = voters.map((voter) => named(voter, settings, holders));
  const members = new Map<string, Member>();
  for (const { key, names } of found.flatMap((each) => each.members ?? []))
    members.set(key, { key, names: [...new Set([...(members.get(key)?.names ?? []), ...names])] });
  return {
    members: [...members.values()],
    left: [],
    hasPeople: hasPeople(voters),
    faults: found.flatMap(({ fault }) => fault ?? []),
  };
}

/** The same members as before, whatever the settings have become since: fewer would need fewer votes. */
export function keptElectorate(
  members: readonly Member[],
  voters: readonly Voter[],
  settings: Known,
): Electorate {
  const left = members.filter((member) => !canSpeak(member, settings)).map(({ key }) => key);
  return { members, left, hasPeople: hasPeople(voters), faults: [] };
}

function hasPeople(voters: readonly Voter[]): boolean {
  return voters.some((voter) => voter.type === "group" && voter.group === "people");
}

/** Whether the settings still have an agent that votes as this member. */
function canSpeak({ key, names }: Member, settings: Known): boolean {
  if (names.some((name) => keyOfLogin(name) === key)) return true;
  const agents = names.flatMap((name) => agentNamed(settings, name) ?? []);
  return agents.some((agent) => ofAgent(agent, settings).members?.some((each) => each.key === key) === true);
}

interface Resolved {
  readonly members?: readonly Member[];
  readonly fault?: string;
}

function named(voter: Voter, settings: Known, holders: readonly string[]): Resolved {
  switch (voter.type) {
    case "person":
      return personNamed(voter.login, settings);
    case "agent": {
      const agent = agentNamed(settings, voter.name);
      if (agent === undefined)
        return {
          fault: `The settings name no agent \`${voter.name}\`. A person is written \`@${voter.name}\`.`,
        };
      return ofAgent(agent, settings);
    }
    case "role": {
      const all = rosterOf(settings).filter(({ role }) => role === voter.role);
      if (all.length === 0) return { fault: `No agent has the role \`${voter.role}\`.` };
      return ofAll(all, settings);
    }
    case "group":
      return ofGroup(voter.group, settings, holders);
  }
}

function ofGroup(
  group: Extract<Voter, { readonly type: "group" }>["group"],
  settings: Known,
  holders: readonly string[],
): Resolved {
  if (group === "people") return {};
  if (group === "agents") {
    const all = rosterOf(settings);
    return all.length === 0 ? { fault: "The settings name no agents." } : ofAll(all, settings);
  }
  const held = holders.flatMap((name) => agentNamed(settings, name) ?? []);
  return held.length === 0
    ? { fault: "No agent held a task that waits for this when it began." }
    : ofAll(held, settings);
}

/** Those of a group that can vote: one that cannot is no fault of the text. */
function ofAll(agents: readonly Agent[], settings: Known): Resolved {
  const all = agents.map((agent) => ofAgent(agent, settings));
  const members = all.flatMap((each) => each.members ?? []);
  const fault = all.find((each) => each.fault !== undefined)?.fault;
  return members.length === 0 && fault !== undefined ? { fault } : { members };
}

function personNamed(login: string, settings: Known): Resolved {
  const agent = agentNamed(settings, login);
  if (agent !== undefined) return ofAgent(agent, settings);
  return { members: [{ key: keyOfLogin(login), names: [login] }] };
}

function ofAgent({ name, account, keys }: Agent, settings: Known): Resolved {
  if (keys.length > 0) return { members: [{ key: `agent ${name}`, names: [name] }] };
  if (isShared(settings, account))
    return { fault: `\`${name}\` shares a person's account and has no key, so it cannot vote.` };
  if (agentsAt(settings, account).some((each) => each.keys.length > 0))
    return {
      fault: `${besideKey(`\`${name}\``)}, so it cannot vote. A person can add a key to the settings.`,
    };
  return { members: [{ key: `account ${account}`, names: [name] }] };
}

/** Why an agent has no vote on an account on which another one has a key; the beginning of a sentence. */
export function besideKey(name: string): string {
  return `${name} has no key, and another agent of its account has one`;
}

const loginPrefix = "login ";

function keyOfLogin(login: string): string {
  return `${loginPrefix}${login.toLowerCase()}`;
}

/** Whether a vote that was cast counts now. One by nobody who is named was a person's, and has to be one still. */
export function isVoters(
  { members, left, hasPeople: isOpenToPeople }: Electorate,
  { voter, by }: Ballot,
  settings: Known,
): boolean {
  if (members.some(({ key }) => key === voter)) return !left.includes(voter);
  return isOpenToPeople && voter === `account ${by.id}` && !isAgentAccount(settings, by.id);
}

/** The member that a voice votes as; undefined if it may not vote. */
export function voterOf(electorate: Electorate, voice: Voice): string | undefined {
  const key = nameOfSpeaker(voice);
  if (electorate.members.some((member) => member.key === key))
    return electorate.left.includes(key) ? undefined : key;
  const { speaker } = voice;
  const isPerson = speaker?.type === "person";
  if (!isPerson && (speaker?.type !== "agent" || speaker.proof !== "account")) return undefined;
  const login = keyOfLogin(voice.login);
  if (electorate.members.some((member) => member.key === login)) return login;
  return isPerson && electorate.hasPeople ? key : undefined;
}
