/** `DATABASE_URL`: which database has the index. Loads nothing of PostgreSQL, as most commands only ask whether it is set. */
import { UserError } from "../../base/errors.ts";

export const addressOfDatabase = /^postgres(?:ql)?:\/\//i;
export const addressWanted =
  "must be the address of a PostgreSQL database, such as postgres://signalbox:PASSWORD@db.example.com:5432/signalbox";

/**
 * Undefined if the index is in the data folder.
 * @throws UserError for an address of something else
 */
export function databaseUrlIn(env: Readonly<Record<string, string | undefined>>): string | undefined {
  const url = env.DATABASE_URL;
  if (!url) return undefined;
  if (addressOfDatabase.test(url)) return url;
  throw new UserError(`DATABASE_URL ${addressWanted}.`, { code: "invalid-input" });
}

/** The password, as the address has it and as it is meant; and the address. */
export function passwordsIn(url: string | undefined): readonly string[] {
  const [, password] = /^[^:]*:\/\/[^:@/]*:([^@/]*)@/.exec(url ?? "") ?? [];
  if (url === undefined || !password) return [];
  return [url, password, ...decoded(password)];
}

function decoded(text: string): readonly string[] {
  try {
    return [decodeURIComponent(text)];
  } catch {
    return [];
  }
}
