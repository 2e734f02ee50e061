/** The settings kept of each repository. A newcomer would keep the newest file; what is kept is the last good one. */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { SettingsKept } from "../../dispatcher/ports/settings.ts";
import type { NodeId } from "../../engine/fact.ts";
import { optional, text } from "../database/row.ts";

export class SettingsTable {
  readonly #one: StatementSync;
  readonly #save: StatementSync;

  constructor(database: DatabaseSync) {
    this.#one = database.prepare("SELECT * FROM settings WHERE repository_id = ?");
    this.#save = database.prepare(
      "REPLACE INTO settings (repository_id, commit_id, text, problem) VALUES (?, ?, ?, ?)",
    );
  }

  of(repositoryId: NodeId): SettingsKept | undefined {
    const row = this.#one.get(repositoryId);
    if (row === undefined) return undefined;
    const cell = (name: string): string | undefined => optional(text, row, name);
    return { commit: cell("commit_id"), text: cell("text"), problem: cell("problem") };
  }

  save(repositoryId: NodeId, { commit, text, problem }: SettingsKept): void {
    this.#save.run(repositoryId, commit ?? null, text ?? null, problem ?? null);
  }
}
