/**
 * Asks the roster which agents an account has. An account of `trust.agents` that the roster does not name is
 * one agent's, who is called by its login.
 */
import type { Settings } from "../config.ts";
import { isSameAccount, mayBeSameAccount } from "./account-key.ts";

export interface Agent {
  readonly name: string;
  /** Node id of the account that it writes as. */
  readonly account: string;
  /** Its public keys, without comments. If it has any, it must sign. */
  readonly keys: readonly string[];
  /** Whether a person writes as this account, too; `comments`: their unsigned comments decide, by an admin's will. */
  readonly withPerson: boolean | "comments";
  readonly role: string | undefined;
  /** Undefined: it declares nothing, so it may take only what requires nothing. */
  readonly can: readonly string[] | undefined;
  /** Undefined: as many as the settings let every agent hold. */
  readonly parallel: number | undefined;
  /** Whether signalbox may start it, and how. */
  readonly start: "workflow" | undefined;
  readonly profile: string | undefined;
}

/** An agent with the login of its account, by which people know it; undefined if GitHub has not said it. */
export interface AgentSeen extends Agent {
  readonly login?: string | undefined;
}

type RosterSettings = Pick<Settings, "agents" | "trust">;

/** Rules ask for each text, and a repository's settings stay the same object until they change. */
const read = new WeakMap<Settings["agents"], readonly Agent[]>();

/** The agents that the settings name, in their order. */
export function rosterOf({ agents }: Pick<Settings, "agents">): readonly Agent[] {
  const known = read.get(agents) ?? agentsIn(agents);
  read.set(agents, known);
  return known;
}

/** The same, for people to read. */
export function agentsSeen({
  agents,
  logins = {},
}: Pick<Settings, "agents" | "logins">): readonly AgentSeen[] {
  return rosterOf({ agents }).map((agent) => ({ ...agent, login: logins[agent.account] }));
}

function agentsIn(agents: Settings["agents"]): readonly Agent[] {
  return Object.entries(agents).map(([name, { account, key = [], with_person, ...rest }]) => ({
    name,
    account,
    keys: key,
    withPerson: with_person,
    role: rest.role,
    can: rest.can,
    parallel: rest.parallel,
    start: rest.start,
    profile: rest.profile,
  }));
}

/** The named agents of an account. */
export function agentsAt(settings: Pick<Settings, "agents">, account: string): readonly Agent[] {
  return rosterOf(settings).filter((agent) => isSameAccount(agent.account, account));
}

/** The agent with this name. Names are plain lower-case, and found however they are written. */
export function agentNamed(settings: Pick<Settings, "agents">, name: string): Agent | undefined {
  return rosterOf(settings).find((agent) => agent.name === name.toLowerCase());
}

/**
 * The agent of this name, if this is its account. A listed account without a name is called by its login, which may be the
 * name of another account's agent: `helper[bot]` is not the agent `helper`.
 */
export function rosterEntry(
  settings: Pick<Settings, "agents">,
  { agent = "", account }: { readonly agent?: string | undefined; readonly account: string },
): Agent | undefined {
  const named = agentNamed(settings, agent);
  return named !== undefined && isSameAccount(named.account, account) ? named : undefined;
}

/** The agent that has this public key. */
export function agentWithKey(settings: Pick<Settings, "agents">, key: string): Agent | undefined {
  return rosterOf(settings).find(({ keys }) => keys.includes(key));
}

/** Whether agents write as this account, and a person does, too. One entry that says so is enough. */
export function isShared(settings: Pick<Settings, "agents">, account: string): boolean {
  return agentsAt(settings, account).some(({ withPerson }) => withPerson !== false);
}

/**
 * Whether an admin accepted that what is not signed on this account is the person's word, although an agent with the same
 * token can write it. An entry that says otherwise of the account counts more.
 */
export function takesPersonsComments(settings: Pick<Settings, "agents">, account: string): boolean {
  const said = agentsAt(settings, account).map(({ withPerson }) => withPerson);
  return said.includes("comments") && !said.includes(true);
}

/** Whether the roster is known to give this account to no agent: it names agents, and none of them is here. */
export function isKnownPersons(settings: RosterSettings, account: string): boolean {
  const namesAny = rosterOf(settings).length + settings.trust.agents.length > 0;
  return namesAny && isPersonsAccount(settings, account);
}

/** Whether only agents use the account, so that nothing it does is a person's act. */
export function isAgentAccount(settings: RosterSettings, account: string): boolean {
  if (isShared(settings, account)) return false;
  return isListedAgent(settings, account) || agentsAt(settings, account).length > 0;
}

/** Whether no agent writes as this account. */
export function isPersonsAccount(settings: RosterSettings, account: string): boolean {
  return agentsAt(settings, account).length === 0 && !isListedAgent(settings, account);
}

/** Whether `trust.agents` lists the account. */
export function isListedAgent({ trust }: Pick<Settings, "trust">, account: string): boolean {
  return trust.agents.some((each) => isSameAccount(each, account));
}

/** Whether an agent may have this account, as the ids of the two are written in formats that cannot be compared. */
export function mayBeAgents(settings: RosterSettings, account: string): boolean {
  const listed = [...settings.trust.agents, ...rosterOf(settings).map((agent) => agent.account)];
  return listed.some((each) => mayBeSameAccount(each, account));
}

/** Whether several agents, or an agent and a person, write as this account: without keys they cannot be told apart. */
export function hasSeveralSpeakers(settings: Pick<Settings, "agents">, account: string): boolean {
  return agentsAt(settings, account).length > 1 || isShared(settings, account);
}

/** The accounts that are agents' alone. */
export function agentAccounts(settings: RosterSettings): readonly string[] {
  const all = [...settings.trust.agents, ...rosterOf(settings).map(({ account }) => account)];
  return [...new Set(all)].filter((account) => isAgentAccount(settings, account));
}
