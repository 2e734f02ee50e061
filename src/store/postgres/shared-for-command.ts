/** Opens the shared tables for a command, which serves no installation itself and wakes the workers that do. */
import { integer } from "../../base/row.ts";
import type { InstallationId, RepositoryId } from "../../engine/model/fact.ts";
import type { SharedTables } from "../shape/shared-tables.ts";
import { openForCommand } from "./database/open-for-command.ts";
import { statement } from "./database/statement.ts";
import { sharedTables } from "./shared-tables.ts";
import { wakeInstallations } from "./tables/due-table.ts";

const installations = statement(`
SELECT DISTINCT installation_id AS id FROM repository
WHERE :repository::text IS NULL OR id = :repository ORDER BY installation_id`);

export interface TablesForCommand extends SharedTables {
  /** The installation that has the repository; all installations if it is undefined. */
  readonly installationsOf: (repository: RepositoryId | undefined) => Promise<readonly InstallationId[]>;
}

/** @throws UserError if the database cannot be used, has no index, or one of a different release */
export async function withSharedTables<T>(
  url: string,
  use: (tables: TablesForCommand) => Promise<T>,
): Promise<T> {
  const { connection, close } = await openForCommand(url);
  try {
    // Send no job: workers find what has become due within a second.
    const tables = sharedTables(connection, { inTransaction: wakeInstallations, afterCommit: () => {} });
    return await use({
      ...tables,
      installationsOf: async (repository) =>
        (await connection.all(installations, { repository: repository ?? null })).map((row) =>
          integer(row, "id"),
        ),
    });
  } finally {
    await close();
  }
}
