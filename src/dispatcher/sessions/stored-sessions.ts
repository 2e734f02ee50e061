/**
 * Sessions for a process that judges leases and hears from no agent itself: others do, and write what they hear. Read
 * again and again, because an agent that is silent here may be speaking there.
 */
import type { Clock, Millis } from "../../base/clock.ts";
import { Defect, messageOf } from "../../base/errors.ts";
import type { Logger } from "../../base/logger.ts";
import type { HeardElsewhere, Session } from "../ports/agents/sessions.ts";
import { mayBeIn } from "./session-steps.ts";
import type { Sessions } from "./sessions.ts";

interface Needs {
  readonly read: () => Promise<HeardElsewhere>;
  readonly clock: Clock;
  readonly logger: Logger;
}

const readEveryMs = 5_000;
/** What was read longer ago says nothing about silence: the database may have been away. */
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
    heard: () => heardElsewhere(),
    left: () => heardElsewhere(),
  };
}

function heardElsewhere(): never {
  throw new Defect("Agents are heard from by web processes.");
}

function movedBy(session: Session, ms: Millis): Session {
  const { firstHeardAt, heardAt, endedAt } = session;
  return {
    ...session,
    ...{ firstHeardAt: firstHeardAt + ms, heardAt: heardAt + ms },
    endedAt: endedAt === undefined ? undefined : endedAt + ms,
  };
}
