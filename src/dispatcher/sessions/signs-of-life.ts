/**
 * Tells the engine when agents were last heard from, by GitHub's clock, which all its deadlines count by. A session
 * that names its repository only at times is stored twice, and is one session to the engine.
 */
import type { Millis } from "../../base/clock.ts";
import type { RepositoryId } from "../../engine/model/fact.ts";
import type { SignsOfLife } from "../../engine/model/signs-of-life.ts";
import type { Session } from "../ports/agents/sessions.ts";
import type { Tracker } from "../ports/tracker.ts";
import type { Sessions } from "./sessions.ts";

export function readSignsOfLife(
  sessions: Pick<Sessions, "of" | "since">,
  tracker: Pick<Tracker, "aheadMs">,
  repositoryId: RepositoryId,
): SignsOfLife {
  return (agent) => {
    const ahead = tracker.aheadMs();
    return merged(sessions.of(agent, repositoryId)).map(({ id, heardAt, endedAt, leases }) => ({
      id,
      leases,
      hasEnded: endedAt !== undefined,
      heardAt: Math.max(heardAt, sessions.since()) - ahead,
    }));
  };
}

function merged(sessions: readonly Session[]): readonly Session[] {
  const byId = new Map<string, Session>();
  for (const session of sessions) {
    const other = byId.get(session.id);
    byId.set(session.id, other === undefined ? session : merge(other, session));
  }
  return [...byId.values()];
}

/** The later of the two says whether the session has ended. */
function merge(one: Session, other: Session): Session {
  const later = lastSignOf(one) > lastSignOf(other) ? one : other;
  return {
    ...later,
    heardAt: Math.max(one.heardAt, other.heardAt),
    leases: [...one.leases, ...other.leases],
  };
}

function lastSignOf({ heardAt, endedAt = 0 }: Session): Millis {
  return Math.max(heardAt, endedAt);
}
