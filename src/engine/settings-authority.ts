/**
 * Who may change the settings, and the issue that asks them. Judged by the settings in force before the change: those of
 * the change itself could list or trust their own author.
 */
import type { Settings } from "../protocol/config.ts";
import type { Actor, NodeId, Role } from "./fact.ts";
import { formatIssueKey, parseIssueKey, type SettingsAsked } from "./issue-key.ts";
import type { IssueRecord } from "./snapshot.ts";

export type { SettingsAsked } from "./issue-key.ts";

/** The key in the signed marker of the issue that asks. */
export function settingsKey({ hash, commit, stay }: SettingsAsked): string {
  return formatIssueKey({ type: "settings", hash, commit, stay });
}

/** Undefined for the key of anything else. */
export function settingsAskedIn(written: string): SettingsAsked | undefined {
  const key = parseIssueKey(written);
  if (key?.type !== "settings") return undefined;
  const { hash, commit, stay } = key;
  return { hash, commit, stay };
}

/** What an issue of ours asks about the settings; undefined for every other issue. */
export function settingsAskedBy({ seen }: Pick<IssueRecord, "seen">): SettingsAsked | undefined {
  return seen.opened && settingsAskedIn(seen.opened.key);
}

export type Entitlement = "yes" | "no" | "unknown";

interface Judging {
  readonly settings: Settings;
  /** Our own bot's node id. */
  readonly botId: NodeId;
}

/** Whether `by` may change the settings: a person with the role admin, or maintain where that role is trusted at all. */
export function entitlementOf(
  by: Pick<Actor, "id" | "type"> | undefined,
  role: Role,
  { settings, botId }: Judging,
): Entitlement {
  if (by === undefined || by.type !== "User" || by.id === botId) return "no";
  if (settings.trust.agents.includes(by.id)) return "no";
  if (role === "unknown") return "unknown";
  if (role === "admin") return "yes";
  return role === "maintain" && settings.trust.roles.includes("maintain") ? "yes" : "no";
}
