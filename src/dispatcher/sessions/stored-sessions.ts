/**
 * The sessions that a worker decides leases by. Agents send signs of life to web processes, which store them, so a worker
 * reads the table every few seconds.
 */
import type { Clock, Millis } from "../../base/clock.ts";
import { Defect, messageOf } from "../../base/errors.ts";
import type { Logger } from "../../base/logger.ts";
import type { Session, SessionsSnapshot } from "../ports/agents/sessions.ts";
import { mayBeIn } from "./session-steps.ts";
import type { Sessions } from "./sessions.ts";

interface Needs {
  readonly read: () => Promise<SessionsSnapshot>;
  readonly clock: Clock;
  readonly logger: Logger;
}

const readEveryMs = 5_000;
/** An older snapshot does not prove that an agent is silent: PostgreSQL may have been unavailable. */
const staleMs = 30_000;

export function createStoredSessions({ read, clock, logger }: Needs): Sessions {
  let agents: ReadonlyMap<string, readonly Session[]> = new Map();
  let since: Millis | undefined;
  let readAt: Millis = -Infinity;

  async function load(): Promise<void> {
    try {
      const heard = await read();
      readAt = clock.now();
      const toOurs = readAt - heard.now;
      agents = Map.groupBy(
        heard.sessions.map((session) => movedBy(session, toOurs)),
        ({ agent }) => agent,
      );
      since = heard.since === undefined ? undefined : heard.since + toOurs;
    } catch (thrown) {
      logger.warn({ error: messageOf(thrown) }, "could not read the sessions of agents, will retry", thrown);
    }
  }

  return {
    load,
    since: () => {
      const now = clock.now();
      return since === undefined || now - readAt > staleMs ? now : since;
    },
    of: (agent, repositoryId) =>
      (agents.get(agent) ?? []).filter((session) => mayBeIn(session, repositoryId)),
    run: async (signal) => {
      while (!signal.aborted) {
        await clock.sleep(readEveryMs, signal);
        if (!signal.aborted) await load();
      }
    },
    heard: () => rejectSignOfLife(),
    left: () => rejectSignOfLife(),
  };
}

function rejectSignOfLife(): never {
  throw new Defect("A worker receives no signs of life; web processes do.");
}

function movedBy(session: Session, ms: Millis): Session {
  const { firstHeardAt, heardAt, endedAt } = session;
  return {
    ...session,
    firstHeardAt: firstHeardAt + ms,
    heardAt: heardAt + ms,
    endedAt: endedAt === undefined ? undefined : endedAt + ms,
  };
}
