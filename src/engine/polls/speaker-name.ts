/** What a speaker is called in texts: an agent with a key by its name, everyone else by the login. */
import type { Ballot } from "../model/persisted-state.ts";

const keyed = "agent ";

export function agentNameIn({ voter, by }: Ballot): string {
  return voter.startsWith(keyed) ? voter.slice(keyed.length) : by.login;
}
