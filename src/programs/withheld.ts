/**
 * What of the environment no started program gets: with these it could act as the App, sign people in, change the index, or find
 * the folder that holds such secrets. A program that works for an agent keeps what is the agent's own: its GitHub token, its
 * signing key, its model's key.
 */
import { delimiter } from "node:path";

export type Environment = Readonly<Record<string, string | undefined>>;

const serversOwn: ReadonlySet<string> = new Set([
  "PRIVATE_KEY",
  "PRIVATE_KEY_PATH",
  "PRIVATE_KEY_PREVIOUS",
  "PRIVATE_KEY_PREVIOUS_PATH",
  "WEBHOOK_SECRET",
  "WEBHOOK_SECRET_PREVIOUS",
  "CLIENT_SECRET",
  "SESSION_KEY",
  "METRICS_TOKEN",
  "DATABASE_URL",
  "SIGNALBOX_HOME",
  "SIGNALBOX_KEY",
  "SIGNALBOX_MODEL_KEY",
  "SIGNALBOX_SERVER",
  "SIGNALBOX_SHED",
  "SIGNALBOX_TOKEN",
]);

/** Where `DATABASE_URL` has no password, PostgreSQL's driver takes it from these. */
const passwords: ReadonlySet<string> = new Set(["PGPASSWORD", "PGPASSFILE"]);

/** Ours that are the agent's own; every other variable of ours is the server's or names one. */
const agentsOwn: ReadonlySet<string> = new Set([
  "SIGNALBOX_AGENT_KEY",
  "SIGNALBOX_FAMILY",
  "SIGNALBOX_SPACE",
]);

/** Lists of paths, of which only those below the data folder are left out. */
export const pathLists: ReadonlySet<string> = new Set(["PATH"]);

export function isServersOwn(name: string): boolean {
  return serversOwn.has(name);
}

/** @param home absolute path of the data folder */
export function isWithheld(env: Environment, home: string): (name: string) => boolean {
  return (name) => {
    if (serversOwn.has(name) || (env.DATABASE_URL !== undefined && passwords.has(name))) return true;
    if (name.startsWith("SIGNALBOX_")) return !agentsOwn.has(name);
    return !pathLists.has(name) && names(env[name] ?? "", home);
  };
}

/** The entries of a list of paths that are not below the data folder. */
export function pathsBeside(list: string, home: string): readonly string[] {
  return list.split(delimiter).filter((entry) => !names(entry, home));
}

/** Whether the folder, or anything below it, occurs in the text. */
function names(text: string, folder: string): boolean {
  const at = text.indexOf(folder);
  if (at < 0) return false;
  return !/[\w.-]/.test(text[at + folder.length] ?? "") || names(text.slice(at + 1), folder);
}
