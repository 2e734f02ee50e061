/**
 * Explains errors of PostgreSQL, and of connecting to it, to the operator. No message may contain the password: never show
 * `DATABASE_URL`, only the host, port, database and role in it.
 */
import pg from "pg";
import { messageOf, UserError } from "../../../base/errors.ts";
import { DatabaseUnavailable } from "../../shape/database-unavailable.ts";
import { notDatabaseUrl } from "../database-url.ts";

const readOnly = "25006";

/** No route, no name or no response; or a server that starts, stops, is a standby, or lacks connections or disk space. */
const unavailableCodes: ReadonlySet<string> = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "EHOSTDOWN",
  "ENETUNREACH",
  "ENOENT",
  "ENOTFOUND",
  "EAI_AGAIN",
  "57P01",
  "57P02",
  "57P03",
  "53300",
  "53100",
  "53200",
  "08000",
  "08003",
  "08006",
  // idle_in_transaction_session_timeout: this process was blocked or suspended for too long.
  "25P03",
  readOnly,
]);
/** Errors of `pg` without a code. */
const unavailableText =
  /^(?:Connection terminated|timeout e(?:xceeded|xpired)|Query read timeout|Client has encountered a connection error)/;

const sslCodes: ReadonlySet<string> = new Set([
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "CERT_HAS_EXPIRED",
  "ERR_TLS_CERT_ALTNAME_INVALID",
]);

/** Whether waiting can help: the cause is the server, the network or a disk, not the statement. */
export function isUnavailable(thrown: unknown): boolean {
  if (thrown instanceof DatabaseUnavailable) return true;
  if (!(thrown instanceof Error)) return false;
  return unavailableCodes.has(codeOf(thrown)) || unavailableText.test(thrown.message);
}

/** Whether the server takes no writes, as one that became a standby in a failover: only a new connection may help. */
export function isReadOnly(thrown: unknown): boolean {
  return thrown instanceof Error && codeOf(thrown) === readOnly;
}

/** Whether a statement waited too long for others of this process to release a connection: PostgreSQL may well be fine. */
export function isPoolFull(thrown: unknown): boolean {
  return thrown instanceof Error && thrown.message === "timeout exceeded when trying to connect";
}

/** Whether a new connection was given up because of the server's certificate. */
export function isUntrusted(thrown: unknown): boolean {
  return thrown instanceof Error && sslCodes.has(codeOf(thrown));
}

/** Turns an error of connecting into one for the operator. Returns other errors unchanged. */
export function failureToOpen(thrown: unknown, url: string): unknown {
  if (thrown instanceof UserError || !(thrown instanceof Error)) return thrown;
  const parts = partsOf(url);
  if (parts instanceof UserError) return parts;
  const { where, database, user } = parts;
  if (isUnavailable(thrown))
    return new DatabaseUnavailable(
      `PostgreSQL at ${where} cannot be used: ${reasonOf(thrown)}. ${checkReachable}`,
    );
  const advice = adviceFor(thrown, parts);
  if (advice === undefined) return thrown;
  return new UserError(`signalbox cannot use the database ${database} at ${where} as ${user}: ${advice}`);
}

const checkReachable = "Check that it runs, and the address in DATABASE_URL.";

export const poolerAdvice =
  "a pooler is in between, such as PgBouncer. signalbox keeps settings, locks, prepared statements and notifications on its connections, which a pooler loses. Let DATABASE_URL name PostgreSQL itself.";

function adviceFor(thrown: Error, { database, user }: UrlParts): string | undefined {
  const code = codeOf(thrown);
  if (code === "28P01") return "the password is wrong, or there is no such role.";
  if (code === "28000")
    return `the server does not let this role in (${thrown.message}). See its pg_hba.conf.`;
  if (code === "3D000") return `there is no such database. Create it: createdb --owner ${user} ${database}`;
  if (code === "42501")
    return `the role may not create tables there (${thrown.message}). Make it the owner: ALTER DATABASE ${database} OWNER TO ${user};`;
  if (/unsupported startup parameter/.test(thrown.message)) return poolerAdvice;
  if (isUntrusted(thrown))
    return `its TLS certificate is not trusted (${code}). Name the authority's file in DATABASE_URL: ?sslmode=verify-full&sslrootcert=/path/to/ca.pem`;
  if (/does not support SSL/.test(thrown.message))
    return "the server offers no TLS, and DATABASE_URL asks for it with sslmode.";
  if (/password must be a string/.test(thrown.message))
    return "the server asks for a password, and DATABASE_URL has none.";
  return undefined;
}

/** A few words without an address, since /health shows them publicly. */
export function reasonOf(thrown: unknown): string {
  if (thrown instanceof AggregateError) return reasonOf(thrown.errors[0]);
  const code = thrown instanceof Error ? codeOf(thrown) : "";
  return (
    reasons.get(code) ??
    (unavailableText.test(messageOf(thrown)) ? "the connection was lost" : "it does not respond")
  );
}

const reasons: ReadonlyMap<string, string> = new Map([
  ["ECONNREFUSED", "the connection is refused"],
  ["ENOENT", "there is no socket"],
  ["ECONNRESET", "the connection was lost"],
  ["EPIPE", "the connection was lost"],
  ["ENOTFOUND", "the host's name is unknown"],
  ["EAI_AGAIN", "the host's name cannot be looked up"],
  ["57P01", "it is shutting down"],
  ["57P02", "it crashed"],
  ["57P03", "it is starting"],
  [readOnly, "it is read-only"],
  ["53300", "it has no connection left"],
  ["53100", "its disk is full"],
  ["53200", "it has no memory left"],
]);

interface UrlParts {
  readonly where: string;
  readonly database: string;
  readonly user: string;
}

/** The parts of `DATABASE_URL` without the password; an error if it cannot be parsed. */
function partsOf(url: string): UrlParts | UserError {
  try {
    const { host, port, database = "", user = "" } = new pg.Client({ connectionString: url });
    return { where: host.startsWith("/") ? host : `${host}:${port}`, database, user };
  } catch (thrown) {
    // A file with a certificate or a key, named in the URL.
    const path = thrown instanceof Error && "path" in thrown ? thrown.path : undefined;
    return new UserError(
      typeof path === "string"
        ? `DATABASE_URL names the file ${path}, which cannot be read.`
        : `DATABASE_URL ${notDatabaseUrl}.`,
    );
  }
}

function codeOf(thrown: Error): string {
  const first: unknown = thrown instanceof AggregateError ? thrown.errors[0] : thrown;
  return first instanceof Error && "code" in first && typeof first.code === "string" ? first.code : "";
}
