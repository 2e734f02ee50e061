/**
 * Tells whose act a change on GitHub's page is: an assignment, or the closing of an issue. Nobody signs such a
 * change, so only the account tells, and where agents write as it, it may be an agent's.
 */
import { isSameAccount } from "../../protocol/settings/agents/account-key.ts";
import { isPersonsAccount } from "../../protocol/settings/agents/roster.ts";
import type { Settings } from "../../protocol/settings/config.ts";
import type { Actor, Assignment, RepositoryId } from "../model/fact.ts";
import type { View } from "../model/view.ts";
import { type AuthorityContext, trustOf } from "./trust.ts";

/**
 * `us`: our own bot. `person`: somebody with the right to have effects here, on an account that no agent writes as.
 * `other`: an agent, another bot, somebody without that right, or an account that exists no more. `unknown`: the role
 * could not be read.
 */
export type Doer = "us" | "person" | "other" | "unknown";

/** @param by undefined for an account that exists no more */
export function doerOf(
  view: Pick<View, "roles">,
  repositoryId: RepositoryId,
  by: Pick<Actor, "id" | "type"> | undefined,
  authority: AuthorityContext,
): Doer {
  if (isSameAccount(by?.id, authority.botId)) return "us";
  if (by === undefined || isAgentsAct(by, authority.settings)) return "other";
  const trust = trustOf(view, repositoryId, by, authority);
  return trust === "trusted" ? "person" : trust === "unknown" ? "unknown" : "other";
}

/** Whether it may be an agent's act, or is that of a bot. */
export function isAgentsAct({ id, type }: Pick<Actor, "id" | "type">, settings: Settings): boolean {
  return type === "Bot" || !isPersonsAccount(settings, id);
}

/** Who assigned somebody; undefined for an account that exists no more. */
export function assignerIn({ by: id, isByBot }: Assignment): Pick<Actor, "id" | "type"> | undefined {
  return id === undefined ? undefined : { id, type: isByBot === true ? "Bot" : "User" };
}
