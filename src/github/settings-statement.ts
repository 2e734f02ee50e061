/** What our check run about the settings says in its signed part: which commit's settings are in force, and since when. */
import type { SettingsStatement } from "../dispatcher/ports/settings-history.ts";

export const settingsCheckName = "signalbox/settings";

const defaults = "defaults";

type Said = Pick<SettingsStatement, "inForce" | "stay">;

export function statementOf({ inForce, stay }: Said): string {
  return `${inForce ?? defaults}:${stay}`;
}

export function statementIn(shows: string): Said {
  const [commit = defaults, stay = ""] = shows.split(":");
  return { inForce: commit === defaults ? undefined : commit, stay };
}
