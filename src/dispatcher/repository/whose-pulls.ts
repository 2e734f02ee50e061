/**
 * Finds whose text decides what a pull request closes: its last editor's, or its author's if no one edited
 * it. The role is looked up live, since anyone can open a pull request and change its text at any time.
 */
import type { Fact, NodeId, ReferencedPull, RepositorySeen } from "../../engine/model/fact.ts";
import type { SettingsOf } from "../ports/settings.ts";
import type { Tracker } from "../ports/tracker.ts";

interface Needs {
  readonly tracker: Pick<Tracker, "roleOf">;
  readonly settingsOf: SettingsOf;
  readonly botId: NodeId;
}

/** Returns the facts, with the trust in the authors of the pull requests among them. */
export type WithTrust = (repository: RepositorySeen, facts: readonly Fact[]) => Promise<readonly Fact[]>;

export function createPullTrust(needs: Needs): WithTrust {
  return async (repository, facts) => {
    const result: Fact[] = [];
    for (const fact of facts)
      result.push(
        fact.type === "PullSeen" ? { ...fact, pull: await withTrust(needs, repository, fact.pull) } : fact,
      );
    return result;
  };
}

async function withTrust(
  { tracker, settingsOf, botId }: Needs,
  repository: RepositorySeen,
  pull: ReferencedPull,
): Promise<ReferencedPull> {
  const { by, closes } = pull;
  if (by === undefined || closes.length === 0) return { ...pull, isTrusted: false };
  const { trust } = settingsOf(repository.id);
  const isListed = by.id === botId || trust.agents.includes(by.id);
  const isTrusted = isListed || trust.roles.includes(await tracker.roleOf(repository, by, false));
  return { ...pull, isTrusted };
}
