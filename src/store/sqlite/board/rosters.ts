/** The agents of a repository and what they can do, as its settings say. */
import type { DatabaseSync } from "node:sqlite";
import { settingsIn } from "../../../dispatcher/repository/settings-refresher.ts";
import type { RepositoryId } from "../../../engine/model/fact.ts";
import {
  type AgentSeen,
  agentNamed,
  agentsSeen,
  rosterOf,
} from "../../../protocol/settings/agents/roster.ts";
import type { Settings } from "../../../protocol/settings/config.ts";
import { text } from "../database/row.ts";
import { SettingsTable } from "../tables/settings-table.ts";

/** By the id of a repository with a roster. */
export type Capabilities = Readonly<Record<string, readonly string[]>>;

export function agentsIn(database: DatabaseSync, repositoryId: RepositoryId): readonly AgentSeen[] {
  return agentsSeen(savedSettings(database)(repositoryId));
}

export function capabilitiesOf(database: DatabaseSync, agent: string): Capabilities {
  const settingsOf = savedSettings(database);
  const entries = database
    .prepare("SELECT id FROM repository")
    .all()
    .flatMap((row) => {
      const settings = settingsOf(text(row, "id"));
      const isChecked = rosterOf(settings).length > 0;
      return isChecked ? [[text(row, "id"), agentNamed(settings, agent)?.can ?? []] as const] : [];
    });
  return Object.fromEntries(entries);
}

function savedSettings(database: DatabaseSync): (repositoryId: RepositoryId) => Settings {
  const saved = new SettingsTable(database);
  return settingsIn({ settings: (repositoryId) => saved.read(repositoryId) });
}
