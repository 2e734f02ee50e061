/** The agents that share a person's login, which `init` writes into the settings it installs. */
import type { Octokit } from "@octokit/rest";
import { UserError } from "../../base/errors.ts";
import { agentNamePattern } from "../../protocol/settings/agents/agents-settings.ts";
import type { AgentEntry } from "../../protocol/settings/agents/with-agents.ts";
import { withAgentsPolicy } from "../../protocol/settings/agents/with-policy.ts";
import { settingsPath } from "../../protocol/settings/config.ts";
import { readSettings } from "../../protocol/settings/read-settings.ts";
import { expectFreeName, idOf } from "../agents/account.ts";
import { decidingNotice } from "../agents/deciding-notice.ts";
import { changeOf } from "../agents/roster-change.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { Change } from "./change.ts";
import type { SettleOptions } from "./settle.ts";

export interface RosterOptions extends SettleOptions {
  /** A number, or names separated by commas. */
  readonly agents?: string;
  readonly account?: string;
}

interface SharedLogin {
  readonly agents: string;
  readonly login: string;
}

const maxAgents = 20;

/**
 * The changes with the agents among the settings. Asks for them only where the settings are new and someone can
 * answer.
 * @param github asked only if there are agents
 */
export async function withRoster(
  terminal: Terminal,
  options: RosterOptions,
  changes: readonly Change[],
  github: () => Promise<{ readonly octokit: Octokit; readonly host: string }>,
): Promise<readonly Change[]> {
  const settings = changes.find(({ path }) => path === settingsPath);
  if (settings?.after === undefined) return changes;
  const sharing = await sharingIn(terminal, options, settings.action === "create");
  if (sharing === undefined) return changes;
  const { octokit, host } = await github();
  const account = await idOf(octokit, sharing.login);
  if (account === undefined) throw new UserError(`${host} has no account ${sharing.login}.`);
  const known = readSettings(settings.after);
  const names = namesIn(sharing).filter((name) => !known.ok || !(name in known.settings.agents));
  for (const name of names) await expectFreeName(octokit, name, account, host);
  const entry: AgentEntry = { account, login: sharing.login, withPerson: true };
  if (names.length === 0) return changes;
  const { after: named = "" } = changeOf(
    settings.after,
    Object.fromEntries(names.map((name) => [name, entry])),
  );
  const after = withAgentsPolicy(named);
  if (options.json !== true) terminal.out(decidingNotice(sharing.login));
  const action = settings.action === "create" ? "create" : "update";
  return changes.map((change) => (change === settings ? { ...settings, after, action } : change));
}

async function sharingIn(
  { ask }: Terminal,
  { agents, account, yes, json, dryRun }: RosterOptions,
  isNew: boolean,
): Promise<SharedLogin | undefined> {
  if (agents !== undefined) {
    if (account === undefined)
      throw new UserError("--agents needs the login that they share: --account alice.");
    return { agents, login: account };
  }
  if (account !== undefined)
    throw new UserError("--account is the login that agents share: say how many, --agents 3.");
  const asks = isNew && yes !== true && json !== true && dryRun !== true;
  if (!asks || ask === undefined) return undefined;
  const many = (await ask("How many agents work with one person's login here? [0] ")).trim();
  if (many === "" || many === "0") return undefined;
  return { agents: many, login: (await ask("Which login? ")).trim() };
}

function namesIn({ agents, login }: SharedLogin): readonly string[] {
  const count = /^\d{1,3}$/.test(agents) ? Number(agents) : undefined;
  if (count !== undefined && (count < 1 || count > maxAgents))
    throw new UserError(`--agents is a number from 1 to ${maxAgents}, or names such as ada,bea.`);
  const stem = login
    .toLowerCase()
    .replace(/[^a-z0-9-]/g, "")
    .slice(0, 30);
  const names =
    count === undefined
      ? agents.split(",").map((name) => name.trim())
      : Array.from({ length: count }, (_, index) => `${stem}-agent-${index + 1}`);
  const wrong = names.find((name) => !agentNamePattern.test(name));
  if (wrong === undefined) return names;
  throw new UserError(
    `${wrong} is no agent's name. Name them: --agents ada,bea, each of 2 to 39 lower-case letters, digits and hyphens, a letter first.`,
  );
}
