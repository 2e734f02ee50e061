/** Reads `DATABASE_URL`. Must not load the PostgreSQL driver: most commands only check whether the variable is set. */
import { UserError } from "../../base/errors.ts";

export const databaseUrlPattern = /^postgres(?:ql)?:\/\//i;
export const databaseUrlFormat =
  "It must look like postgres://signalbox:PASSWORD@db.example.com:5432/signalbox. In the password, write @ as %40, / as %2F and # as %23";
/** After "DATABASE_URL", and before a full stop. */
export const notDatabaseUrl = `is not the address of a PostgreSQL database. ${databaseUrlFormat}`;

/**
 * Undefined if the index is in the data folder.
 * @throws UserError for an address of something else
 */
export function databaseUrlIn(env: Readonly<Record<string, string | undefined>>): string | undefined {
  const url = env.DATABASE_URL;
  if (!url) return undefined;
  if (databaseUrlPattern.test(url)) return url;
  throw new UserError(`DATABASE_URL ${notDatabaseUrl}.`, { code: "invalid-input" });
}

/**
 * The address, and its password both encoded and decoded, for redaction. A password equal to the name of the role or the
 * database is left out: redacting it would blank that word everywhere.
 */
export function passwordsIn(url: string | undefined): readonly string[] {
  if (url === undefined) return [];
  const [, authority = "", path = "", query = ""] = /^[^:]*:\/\/([^/?#]*)([^?#]*)\??([^#]*)/.exec(url) ?? [];
  const person = authority.slice(0, Math.max(0, authority.lastIndexOf("@")));
  const colon = person.indexOf(":");
  const names = [colon < 0 ? person : person.slice(0, colon), path.slice(1)];
  const written = [
    ...(colon < 0 ? [] : [person.slice(colon + 1)]),
    ...query
      .split("&")
      .flatMap((each) => (each.startsWith("password=") ? each.slice("password=".length) : [])),
  ];
  const secret = written.filter((password) => password !== "" && !names.includes(password));
  return secret.length === 0 ? [] : [url, ...new Set([...secret, ...secret.flatMap(decoded)])];
}

function decoded(text: string): readonly string[] {
  try {
    return [decodeURIComponent(text)];
  } catch {
    return [];
  }
}
