/** Finds the agents of a repository: only they get notes about its issues. */
import { loginName } from "../../protocol/settings/agents/login-name.ts";
import { agentAccounts, agentsAt, rosterOf } from "../../protocol/settings/agents/roster.ts";
import type { Actor } from "../model/fact.ts";
import type { RuleInput } from "../model/rule.ts";

export interface AgentHere {
  readonly name: string;
  /** Node id. */
  readonly account: string;
  readonly role?: string | undefined;
}

interface Place extends Pick<RuleInput, "view"> {
  readonly context: Pick<RuleInput["context"], "settings">;
}

/** Those that the settings name, and listed accounts without a name, which are called by their logins. */
export function agentsHere({ view, context }: Place): readonly AgentHere[] {
  const { settings } = context;
  const named = rosterOf(settings).map(({ name, account, role }) => ({ name, account, role }));
  const unnamed = agentAccounts(settings).filter((account) => agentsAt(settings, account).length === 0);
  if (unnamed.length === 0) return named;
  const logins = new Map(actorsIn(view).map(({ id, login }): [string, string] => [id, loginName(login)]));
  const called = unnamed.flatMap((account) => {
    const name = logins.get(account);
    return name === undefined ? [] : [{ name, account }];
  });
  return [...named, ...called.filter(({ name }) => named.every((agent) => agent.name !== name))];
}

function actorsIn({ records }: RuleInput["view"]): readonly Actor[] {
  return [...records.values()].flatMap(({ seen: { author, assignees, comments } }) => [
    ...(author === undefined ? [] : [author]),
    ...assignees,
    ...comments.map((comment) => comment.author),
  ]);
}
