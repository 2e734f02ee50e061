/** Reads an index in PostgreSQL for diagnosis, while a server may be writing it. */
import { integer, text } from "../../base/row.ts";
import {
  countsIn,
  countsQuery,
  type InspectedStore,
  repositoriesQuery,
  storedRepository,
} from "../shape/inspected-store.ts";
import { removedIn, removedQuery } from "../shape/removed-repositories.ts";
import { PostgresBoard } from "./board/board.ts";
import { openForCommand } from "./database/open-for-command.ts";
import { statement } from "./database/statement.ts";
import { tracesOf } from "./tables/issues/trace-reader.ts";

const counts = statement(countsQuery);
const repositories = statement(repositoriesQuery);
const removed = statement(removedQuery);
const server = statement(
  "SELECT current_setting('server_version') AS version, pg_database_size(current_database()) AS bytes",
);

/** @throws UserError if the database cannot be used, has no index, or one of a different release */
export async function inspectPostgres(url: string): Promise<InspectedStore> {
  const { connection, close } = await openForCommand(url);
  try {
    const seen = (await connection.one(server)) ?? {};
    const rows = await connection.lists.all(repositories);
    const traces = await tracesOf(
      connection,
      rows.map((row) => text(row, "id")),
    );
    const none = { ownSince: undefined, foreign: [] };
    return {
      postgres: text(seen, "version"),
      bytes: integer(seen, "bytes"),
      ...countsIn((await connection.lists.one(counts)) ?? {}),
      repositories: rows.map((row) => storedRepository(row, traces.get(text(row, "id")) ?? none)),
      removed: (await connection.lists.all(removed)).map(removedIn),
      starts: await new PostgresBoard(connection).openStarts(),
    };
  } finally {
    await close();
  }
}
