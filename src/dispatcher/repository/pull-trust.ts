/**
 * Finds whose text decides what a pull request closes: its last editor's, or its author's if no one edited
 * it. The role is looked up live, since anyone can open a pull request and change its text at any time.
 */

import type { Fact, ReferencedPull, RepositorySeen } from "../../engine/model/fact.ts";
import { isSameAccount } from "../../protocol/settings/agents/account-key.ts";
import type { Settings } from "../../protocol/settings/config.ts";
import type { GitHubPorts } from "../dispatcher-ports.ts";

/** Returns the facts, with the trust in the authors of the pull requests among them. */
export async function addPullTrust(
  { tracker, botId }: Pick<GitHubPorts, "tracker" | "botId">,
  { trust }: Settings,
  repository: RepositorySeen,
  facts: readonly Fact[],
): Promise<readonly Fact[]> {
  const isTrusted = async ({ by, closes }: ReferencedPull): Promise<boolean> => {
    if (by === undefined || closes.length === 0) return false;
    if ([botId, ...trust.agents].some((each) => isSameAccount(each, by.id))) return true;
    return trust.roles.includes(await tracker.roleOf(repository, by, false));
  };
  const result: Fact[] = [];
  for (const fact of facts)
    result.push(
      fact.type === "PullSeen"
        ? { ...fact, pull: { ...fact.pull, isTrusted: await isTrusted(fact.pull) } }
        : fact,
    );
  return result;
}
