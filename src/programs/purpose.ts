/**
 * What a program is started for, and so what of an environment it gets. Every program that the server or a command starts
 * for others passes here: a caller that hands over too much hands over nothing of the server's.
 */
import { type Environment, isServersOwn } from "./withheld.ts";

export type ProgramPurpose =
  /** An agent at work, for the user whose environment it has. */
  | "agent"
  /** A command of a commit that is checked. */
  | "check"
  /** Git, for the caller. */
  | "git"
  /**
   * A model's program that reads what others wrote. It has no tools, so it needs nothing but its own model's key: neither a home
   * with logins and settings, nor anything that leads to one.
   */
  | "reader";

const readersOwn: ReadonlySet<string> = new Set(["PATH", "HOME", "TMPDIR", "LANG", "LC_ALL"]);

/** @param keyName of the model's key, which a reader gets in addition */
export function permitted(purpose: ProgramPurpose, env: Environment, keyName?: string): Environment {
  const isPermitted = (name: string): boolean => {
    if (isServersOwn(name)) return false;
    if (purpose === "reader") return readersOwn.has(name) || name === keyName;
    return purpose === "agent" || !name.startsWith("SIGNALBOX_");
  };
  return Object.fromEntries(Object.entries(env).filter(([name]) => isPermitted(name)));
}
