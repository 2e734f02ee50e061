/** Tells the engine what was heard of agents, by GitHub's clock, which all its deadlines count by. */
import type { RepositoryId } from "../../engine/model/fact.ts";
import type { HeardOf } from "../../engine/model/heard-agent.ts";
import type { Tracker } from "../ports/tracker.ts";
import type { Sessions } from "./sessions.ts";

export type HeardIn = (repositoryId: RepositoryId) => HeardOf;

export function createHeardIn(
  sessions: Pick<Sessions, "of" | "since">,
  tracker: Pick<Tracker, "aheadMs">,
): HeardIn {
  return (repositoryId) => (agent) => {
    const ahead = tracker.aheadMs();
    return sessions.of(agent, repositoryId).map(({ id, heardAt, endedAt, leases }) => ({
      ...{ id, leases, hasEnded: endedAt !== undefined },
      heardAt: Math.max(heardAt, sessions.since()) - ahead,
    }));
  };
}
