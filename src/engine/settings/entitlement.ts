/**
 * Decides who may change the settings, or the issue that asks about them. Always apply the settings
 * effective before the change: the change itself could list or trust its own author.
 */

import { isSameAccount } from "../../protocol/settings/agents/account-key.ts";
import { isAgentAccount } from "../../protocol/settings/agents/roster.ts";
import type { Settings } from "../../protocol/settings/config.ts";
import type { Actor, NodeId, Role } from "../model/fact.ts";

export type Entitlement = "yes" | "no" | "unknown";

interface EntitlementContext {
  readonly settings: Settings;
  /** Our own bot's node id. */
  readonly botId: NodeId;
}

/**
 * Whether `by` may change the settings: a person with the role admin, or maintain if that role is trusted at
 * all.
 */
export function entitlementOf(
  by: Pick<Actor, "id" | "type"> | undefined,
  role: Role,
  { settings, botId }: EntitlementContext,
): Entitlement {
  if (by === undefined || by.type !== "User" || isSameAccount(by.id, botId)) return "no";
  if (isAgentAccount(settings, by.id)) return "no";
  if (role === "unknown") return "unknown";
  if (role === "admin") return "yes";
  return role === "maintain" && settings.trust.roles.includes("maintain") ? "yes" : "no";
}
