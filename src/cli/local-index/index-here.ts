/** Whether this machine has an index to read: in the data folder, or in the database that `DATABASE_URL` names. */
import { existsSync } from "node:fs";
import { databaseUrlIn } from "../../store/postgres/database-url.ts";
import { databaseIn, requireIndex } from "../../store/sqlite/home.ts";
import { whoAnswers } from "../answering/who-answers.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { dataFolder } from "./home.ts";

/** @param home as given. @throws UserError if `DATABASE_URL` cannot be read */
export function hasIndex(terminal: Pick<Terminal, "env">, home: string | undefined): boolean {
  if (whoAnswers(terminal, home).type !== "folder") return false;
  return databaseUrlIn(terminal.env) !== undefined || existsSync(databaseIn(dataFolder(terminal, home)));
}

/** @throws UserError if there is none; one in PostgreSQL is looked for when it is opened */
export function requireIndexAt({
  home,
  databaseUrl,
}: {
  readonly home: string;
  readonly databaseUrl?: string | undefined;
}): void {
  if (databaseUrl === undefined) requireIndex(databaseIn(home));
}
