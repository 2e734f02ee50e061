/** Checks that a database is usable: version of PostgreSQL, encoding, rights, and not a standby. */
import type { Pool } from "pg";
import { UserError } from "../../../base/errors.ts";
import { integer, type Row, text } from "../../../base/row.ts";
import { DatabaseUnavailable } from "../../shape/database-unavailable.ts";
import { poolerAdvice } from "./failure.ts";
import { waitTimeoutMs } from "./pool.ts";

const minVersion = 15;

const query = `
SELECT current_setting('server_version_num')::int AS version, current_setting('server_version') AS shown,
  pg_encoding_to_char(encoding) AS encoding, current_database() AS name, current_user AS role,
  coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) AS may_create,
  (SELECT setting FROM pg_settings WHERE name = 'idle_in_transaction_session_timeout')::int AS idle_timeout_ms, pg_is_in_recovery() AS is_standby
FROM pg_database WHERE datname = current_database()`;

/**
 * @throws UserError that says what to change
 * @throws DatabaseUnavailable for a standby, which may be promoted
 */
export async function requireUsable(pool: Pool): Promise<void> {
  const { rows } = await pool.query<Row>(query);
  const refusal = refusalOf(rows[0] ?? {});
  if (refusal !== undefined) throw refusal;
}

/** @param row as `query` selects it */
export function refusalOf(row: Row): UserError | undefined {
  const name = text(row, "name");
  const role = text(row, "role");
  const encoding = text(row, "encoding");
  if (integer(row, "version") < minVersion * 10_000)
    return new UserError(
      `signalbox needs PostgreSQL ${minVersion} or newer, and the server that DATABASE_URL names is ${text(row, "shown")}.`,
    );
  if (encoding !== "UTF8")
    return new UserError(
      `The database ${name} has the encoding ${encoding}, and texts on GitHub need UTF8. Create another one: createdb --encoding UTF8 --template template0 --owner ${role} NAME`,
    );
  // A pooler may be configured to ignore the settings of connections.
  if (integer(row, "idle_timeout_ms") !== waitTimeoutMs)
    return new UserError(`signalbox cannot use the database ${name} as ${role}: ${poolerAdvice}`);
  if (row.is_standby === true)
    return new DatabaseUnavailable(
      "The server that DATABASE_URL names is a standby, which takes no writes. Name the primary, or promote it.",
    );
  if (row.may_create === true) return undefined;
  return new UserError(
    `The role ${role} may not create tables in the database ${name}. Make it the owner: ALTER DATABASE ${name} OWNER TO ${role};`,
  );
}
