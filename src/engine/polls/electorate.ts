/**
 * Resolves who may vote, and who a vote is from. One login has one vote: its agents, whatever names and keys they have,
 * and the person who uses it too, are one voice.
 */
import type { Voter } from "../../protocol/section-values/voters.ts";
import { type Agent, agentNamed, isAgentAccount, rosterOf } from "../../protocol/settings/agents/roster.ts";
import type { Settings } from "../../protocol/settings/config.ts";
import { keyOfLogin, type Voice } from "../admission/speaking/voice.ts";
import type { Ballot } from "../model/persisted-state.ts";

export interface Member {
  /** The same for all words of one login. */
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
  if (names.some((name) => keyOfName(name) === key)) return true;
  return names.some((name) => {
    const agent = agentNamed(settings, name);
    return agent !== undefined && memberFor(agent).key === key;
  });
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
          fault: `The settings name no agent \`${voter.name}\`. A person is written \`@${voter.name}\`, an App's bot \`@${voter.name}[bot]\`.`,
        };
      return { members: [memberFor(agent)] };
    }
    case "role": {
      const all = rosterOf(settings).filter(({ role }) => role === voter.role);
      if (all.length === 0) return { fault: `No agent has the role \`${voter.role}\`.` };
      return { members: all.map(memberFor) };
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
    return all.length === 0 ? { fault: "The settings name no agents." } : { members: all.map(memberFor) };
  }
  const held = holders.flatMap((name) => agentNamed(settings, name) ?? []);
  return held.length === 0
    ? { fault: "No agent held a task that waits for this when it began." }
    : { members: held.map(memberFor) };
}

function personNamed(login: string, settings: Known): Resolved {
  const agent = agentNamed(settings, login);
  if (agent !== undefined) return { members: [memberFor(agent)] };
  return { members: [{ key: keyOfName(login), names: [login] }] };
}

function memberFor({ name, account }: Agent): Member {
  return { key: keyOfLogin({ id: account }), names: [name] };
}

const loginPrefix = "login ";

/** The whole login: `helper` and `helper[bot]` are two accounts. */
function keyOfName(login: string): string {
  return `${loginPrefix}${login.toLowerCase()}`;
}

/** Whether a vote that was cast counts now. One by nobody who is named was a person's, and has to be one still. */
export function isVoters(
  { members, left, hasPeople: isOpenToPeople }: Electorate,
  { voter, by }: Ballot,
  settings: Known,
): boolean {
  if (members.some(({ key }) => key === voter)) return !left.includes(voter);
  return isOpenToPeople && voter === keyOfLogin(by) && !isAgentAccount(settings, by.id);
}

/** The member that a voice votes as; undefined if it may not vote. */
export function voterOf(electorate: Electorate, voice: Voice): string | undefined {
  const key = keyOfLogin(voice);
  if (electorate.members.some((member) => member.key === key))
    return electorate.left.includes(key) ? undefined : key;
  const { speaker } = voice;
  const isPerson = speaker?.type === "person";
  if (!isPerson && (speaker?.type !== "agent" || speaker.proof !== "account")) return undefined;
  const name = keyOfName(voice.login);
  if (electorate.members.some((member) => member.key === name)) return name;
  return isPerson && electorate.hasPeople ? key : undefined;
}

/** The members whom several agents' names mean: their login has one vote. */
export function sharedMembers({ members }: Pick<Electorate, "members">): readonly Member[] {
  return members.filter(({ names }) => names.length > 1);
}
