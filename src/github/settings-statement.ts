/**
 * What our check run about the settings says in its signed part: which commit's settings are in force, since when, and
 * when we said so. Whoever shares our token can repost a run, so that its own time tells nothing.
 */
import type { SettingsStatement } from "../dispatcher/ports/settings-history.ts";

export const settingsCheckName = "signalbox/settings";

const defaults = "defaults";
/** No commit and no word of the first version, which began with the commit and had no time. */
const version = "2";

export function statementOf({ inForce, stay, at }: SettingsStatement): string {
  return [version, inForce ?? defaults, stay, at].join(":");
}

/** One of the first version is older than any that says its time. */
export function statementIn(shows: string): SettingsStatement {
  const [first, ...rest] = shows.split(":");
  const [commit = defaults, stay = "", time = ""] = first === version ? rest : [first, rest[0]];
  return {
    inForce: commit === defaults ? undefined : commit,
    stay,
    at: /^\d{1,15}$/.test(time) ? Number(time) : 0,
  };
}
