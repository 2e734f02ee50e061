/** The holder of a task, or a claimant: an agent by its name, anyone else by the account. */
import { isSameAccount } from "../../protocol/settings/agents/account-key.ts";
import { loginName } from "../../protocol/settings/agents/login-name.ts";
import {
  agentsAt,
  isAgentAccount,
  isListedAgent,
  isShared,
  rosterEntry,
} from "../../protocol/settings/agents/roster.ts";
import type { AuthorityContext } from "../admission/trust.ts";
import type { Actor } from "../model/fact.ts";
import type { PersistedState } from "../model/persisted-state.ts";

export type Lease = NonNullable<PersistedState["lease"]>;
export type LastLease = NonNullable<PersistedState["lastLease"]>;
export type Holder = Lease["holder"];

type Authority = Pick<AuthorityContext, "settings" | "botId">;

/** As texts name it, without `@`. */
export function nameOf({ agent, login }: Holder): string {
  return agent ?? login ?? "a deleted account";
}

export function isSameHolder(a: Holder, b: Holder): boolean {
  return isSameAccount(a.account, b.account) && a.agent === b.agent;
}

/** Whether an assignment tells who it is: the account is a user's, and no one writes as it but this agent. */
export function isIdentifiedByAccount({ agent, account, isApp }: Holder, { settings }: Authority): boolean {
  return (
    agent !== undefined &&
    isApp !== true &&
    !isShared(settings, account) &&
    agentsAt(settings, account).length <= 1
  );
}

/** The agent that alone has this account, by its name in the settings, otherwise by its login. */
export function ownerOf(
  { id, login }: Pick<Actor, "id" | "login">,
  { settings }: Authority,
): Holder | undefined {
  const [only, ...others] = agentsAt(settings, id);
  if (!isAgentAccount(settings, id) || others.length > 0) return undefined;
  return { agent: only?.name ?? loginName(login), account: id, login };
}

/** Whether the settings still say that the holder's agent writes as its account. */
export function isInRoster({ agent, account, login }: Holder, { settings }: Authority): boolean {
  if (agent === undefined) return true;
  if (rosterEntry(settings, { agent, account }) !== undefined) return true;
  return isListedAgent(settings, account) && login !== undefined && agent === loginName(login);
}

/** How many tasks it may hold at a time; undefined for a person. */
export function limitOf({ agent, account }: Holder, { settings }: Authority): number | undefined {
  if (agent === undefined) return undefined;
  return rosterEntry(settings, { agent, account })?.parallel ?? settings.leases.parallel;
}

/** Capabilities that a task requires and the agent does not declare. Without a roster nothing is checked. */
export function missingFor(
  { agent, account }: Holder,
  requires: readonly string[],
  { settings }: Authority,
): readonly string[] {
  if (agent === undefined || Object.keys(settings.agents).length === 0) return [];
  const can = rosterEntry(settings, { agent, account })?.can ?? [];
  return requires.filter((each) => !can.includes(each.trim().toLowerCase()));
}
