/** What a speaker is called in texts: an agent with a key by its name, everyone else by the login. */
import type { Ballot } from "../model/persisted-state.ts";

const keyed = "agent ";

/** Whether the key of a speaker is an agent's that signs. */
export function isKeyed(voter: string): boolean {
  return voter.startsWith(keyed);
}

export function agentNameIn({ voter, by }: Ballot): string {
  return isKeyed(voter) ? voter.slice(keyed.length) : by.login;
}
