/** Finds the logins of the agents that settings name: the settings have ids alone. */
import type { RepositorySeen } from "../../engine/model/fact.ts";
import { rosterOf } from "../../protocol/settings/agents/roster.ts";
import type { SettingsAuthority, StoredSettings } from "../ports/settings.ts";
import type { Tracker } from "../ports/tracker.ts";
import { settingsFrom } from "./judge-changes.ts";

/** The logins of the agents in effect: people know accounts by them. An account that was known is not asked for again. */
export async function findAgentLogins(
  tracker: Pick<Tracker, "accountsOf">,
  repository: RepositorySeen,
  text: string | undefined,
  known: StoredSettings | undefined,
): Promise<SettingsAuthority["logins"]> {
  const accounts = [...new Set(rosterOf(settingsFrom(text)).map(({ account }) => account))];
  if (accounts.length === 0) return undefined;
  const before = text === known?.text ? (known?.authority?.logins ?? {}) : {};
  const wanted = accounts.filter((account) => before[account] === undefined);
  const found = wanted.length === 0 ? new Map() : await tracker.accountsOf(repository, wanted);
  const entries = accounts.flatMap((account) => {
    const actor = found.get(account);
    const login = actor === undefined || actor === "none" ? before[account] : actor.login;
    return login === undefined ? [] : [[account, login] as const];
  });
  return Object.fromEntries(entries);
}
