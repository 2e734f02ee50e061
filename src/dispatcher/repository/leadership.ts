/**
 * Keeps us from writing where another installation leads. Works like a pause, except that it is reported and no one can end it. Who
 * leads follows from the index, so it is worked out when a trace of another bot appears, not before each
 * write.
 */
import type { NodeId, RepositoryId } from "../../engine/model/fact.ts";
import { type Leader, leaderOver, type Traces } from "../../engine/model/leading.ts";
import type { Index } from "../ports/issue-index.ts";
import type { SettingsOf } from "../ports/settings.ts";

export interface Leadership {
  /** The installation that leads instead of us; undefined where we lead. */
  readonly leaderOf: (repositoryId: RepositoryId) => Leader | undefined;
  /** Call it when the index has learned more about a repository. */
  readonly reconsider: (repositoryId: RepositoryId) => void;
}

export function createLeadership(
  index: Pick<Index, "traces">,
  settingsOf: SettingsOf,
  botId: NodeId,
): Leadership {
  const known = new Map<RepositoryId, Traces>();
  return {
    leaderOf: (repositoryId) => {
      const traces = known.get(repositoryId) ?? index.traces(repositoryId);
      known.set(repositoryId, traces);
      return leaderOver(traces, settingsOf(repositoryId).leader, botId);
    },
    reconsider: (repositoryId) => {
      known.delete(repositoryId);
    },
  };
}
