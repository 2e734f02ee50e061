/**
 * The signed part of our check run about the settings: which commit's settings are in effect, since when, and
 * when we said so. Another holder of our token can repost a run, so the run's own time proves nothing.
 */
import type { SettingsStatement } from "../../dispatcher/ports/settings-history.ts";

export const settingsCheckName = "signalbox/settings";

const defaults = "defaults";
/**
 * Distinct from a commit and from every word of the first version, which began with the commit and had no
 * time.
 */
const version = "2";

export function statementOf({ effectiveCommit, stay, at }: SettingsStatement): string {
  return [version, effectiveCommit ?? defaults, stay, at].join(":");
}

/** A statement of the first version is older than any that has a time. */
export function statementIn(shows: string): SettingsStatement {
  const [first, ...rest] = shows.split(":");
  const [commit = defaults, stay = "", time = ""] = first === version ? rest : [first, rest[0]];
  return {
    effectiveCommit: commit === defaults ? undefined : commit,
    stay,
    at: /^\d{1,15}$/.test(time) ? Number(time) : 0,
  };
}
