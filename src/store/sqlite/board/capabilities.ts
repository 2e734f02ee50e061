/** What an agent can do in each repository, as the rosters say. */
import type { DatabaseSync } from "node:sqlite";
import { settingsIn } from "../../../dispatcher/repository/settings-refresher.ts";
import { agentNamed, rosterOf } from "../../../protocol/settings/agents/roster.ts";
import { text } from "../database/row.ts";
import { SettingsTable } from "../tables/settings-table.ts";

/** By the id of a repository with a roster. */
export type Capabilities = Readonly<Record<string, readonly string[]>>;

export function capabilitiesOf(database: DatabaseSync, agent: string): Capabilities {
  const kept = new SettingsTable(database);
  const settingsOf = settingsIn({ settings: (of) => kept.of(of) });
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
