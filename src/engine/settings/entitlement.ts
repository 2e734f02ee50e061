/**
 * Who may change the settings, and the issue that asks them. Judged by the settings in force before the change: those of
 * the change itself could list or trust their own author.
 */
import type { Settings } from "../../protocol/config.ts";
import type { Actor, NodeId, Role } from "../model/fact.ts";

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
