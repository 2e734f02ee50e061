/**
 * Identifies the issue that asks about a settings file which is not effective yet, by the key in its signed
 * marker.
 */
import { formatIssueKey, parseIssueKey, type SettingsVersion } from "../model/keys/issue-key.ts";
import type { IssueRecord } from "../model/snapshot.ts";

/** The key in the signed marker of the issue that asks. */
export function settingsKey({ hash, commit, stay }: SettingsVersion): string {
  return formatIssueKey({ type: "settings", hash, commit, stay });
}

/** Undefined for any other key. */
export function settingsAskedIn(written: string): SettingsVersion | undefined {
  const key = parseIssueKey(written);
  if (key?.type !== "settings") return undefined;
  const { hash, commit, stay } = key;
  return { hash, commit, stay };
}

/** The settings version that our issue asks about; undefined for any other issue. */
export function settingsAskedBy({ seen }: Pick<IssueRecord, "seen">): SettingsVersion | undefined {
  return seen.opened && settingsAskedIn(seen.opened.key);
}
