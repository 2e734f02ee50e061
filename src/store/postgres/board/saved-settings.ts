/** Reads the stored settings of repositories at each query, since a process may use a board for a long time. */
import { text } from "../../../base/row.ts";
import type { SettingsOf, StoredSettings } from "../../../dispatcher/ports/settings.ts";
import { settingsIn } from "../../../dispatcher/repository/settings-refresher.ts";
import type { RepositoryId } from "../../../engine/model/fact.ts";
import { settingsIn as settingsFromRow } from "../../shape/settings-row.ts";
import type { Queries } from "../database/connection.ts";
import { statement } from "../database/statement.ts";

const saved = statement("SELECT * FROM settings WHERE repository_id = ANY(:ids::text[])");

export class SavedSettings {
  readonly #queries: Queries;
  readonly #rows = new Map<RepositoryId, StoredSettings>();
  /** Caches parsed settings. */
  readonly #settingsOf = settingsIn({ settings: (id) => this.#rows.get(id) });

  constructor(queries: Queries) {
    this.#queries = queries;
  }

  /** The result has the settings of these repositories only. */
  async of(ids: readonly RepositoryId[]): Promise<SettingsOf> {
    const rows = ids.length === 0 ? [] : await this.#queries.all(saved, { ids });
    for (const id of ids) this.#rows.delete(id);
    for (const row of rows) this.#rows.set(text(row, "repository_id"), settingsFromRow(row));
    return this.#settingsOf;
  }
}
