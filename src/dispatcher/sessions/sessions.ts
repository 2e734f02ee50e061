/**
 * Remembers which agents were heard from, and when. Every agent gives signs of life every few seconds, so they are
 * kept in memory and written together, at most once in 15 seconds. A crash loses that much, which ends no lease:
 * silence counts only from the start of the next process.
 */
import type { Clock, Millis } from "../../base/clock.ts";
import { messageOf } from "../../base/errors.ts";
import type { Logger } from "../../base/logger.ts";
import type { RepositoryId } from "../../engine/model/fact.ts";
import type { Session, SessionKey, SessionStore } from "../ports/agents/sessions.ts";
import {
  continued,
  endedNow,
  keyOf,
  maxSessionsOfAgent,
  mayBeIn,
  type SignOfLife,
  silentEndMs,
  withSign,
} from "./session-steps.ts";

export interface Sessions {
  readonly heard: (sign: SignOfLife) => void;
  /**
   * Ends a session: everywhere, or if a repository is given, there and where it did not say where it is. Returns
   * whether it was known and had not ended.
   */
  readonly left: (key: SessionKey) => boolean;
  /** The sessions of an agent in a repository, and those that did not say where they are. */
  readonly of: (agent: string, repositoryId: RepositoryId) => readonly Session[];
  /** When this process began to listen: before, no agent could be heard from. */
  readonly since: () => Millis;
  /** Reads the earlier sessions. Await it before a lease is judged by them. Never rejects. */
  readonly load: () => Promise<void>;
  /** Writes signs of life until `signal` aborts. Never rejects. */
  readonly run: (signal: AbortSignal) => Promise<void>;
}

const writeEveryMs = 15_000;
/** While the store fails: the sessions that wait to be written, the latest of which are kept. */
const maxUnwritten = 2_000;

interface Needs {
  readonly store: SessionStore;
  readonly clock: Clock;
  readonly logger: Logger;
}

export function createSessions({ store, clock, logger }: Needs): Sessions {
  /** By agent and key, the quietest first. */
  const agents = new Map<string, Map<string, Session>>();
  const unwritten = new Map<string, Session>();
  const since = clock.now();
  let waked = Promise.withResolvers<void>();

  function find(key: SessionKey): Session | undefined {
    return agents.get(key.agent)?.get(keyOf(key));
  }

  function keep(session: Session): void {
    const mine = agents.get(session.agent) ?? new Map<string, Session>();
    const key = keyOf(session);
    mine.delete(key);
    agents.set(session.agent, mine.set(key, session));
    for (const [other, { heardAt }] of mine) {
      if (mine.size <= maxSessionsOfAgent && heardAt > session.heardAt - silentEndMs) break;
      mine.delete(other);
    }
  }

  function note(session: Session): void {
    keep(session);
    const key = keyOf(session);
    unwritten.delete(key);
    unwritten.set(key, session);
    const [quietest] = unwritten.keys();
    if (unwritten.size > maxUnwritten && quietest !== undefined) unwritten.delete(quietest);
    waked.resolve();
  }

  async function load(): Promise<void> {
    try {
      const known = await store.heardSince(clock.now() - silentEndMs);
      const heard = [...unwritten.values()];
      for (const session of known.toSorted((a, b) => a.heardAt - b.heardAt)) keep(session);
      for (const session of heard) note(continued(find(session), session));
    } catch (thrown) {
      logger.warn({ error: messageOf(thrown) }, "could not read earlier sessions", thrown);
    }
  }

  async function write(): Promise<void> {
    waked = Promise.withResolvers();
    const changed = [...unwritten.values()];
    try {
      if (changed.length > 0) await store.save(changed);
      for (const session of changed)
        if (unwritten.get(keyOf(session)) === session) unwritten.delete(keyOf(session));
    } catch (thrown) {
      logger.warn({ error: messageOf(thrown) }, "could not write signs of life, will retry", thrown);
      waked.resolve();
    }
  }

  return {
    heard: (sign) => note(withSign(find(sign), sign, clock.now())),
    left: (key) => {
      const ended = endedNow(agents.get(key.agent)?.values() ?? [], key, clock.now());
      for (const session of ended) note(session);
      return ended.length > 0;
    },
    load,
    since: () => since,
    of: (agent, repositoryId) =>
      [...(agents.get(agent)?.values() ?? [])].filter((session) => mayBeIn(session, repositoryId)),
    run: async (signal) => {
      const stop = Promise.withResolvers<void>();
      signal.addEventListener("abort", () => stop.resolve(), { once: true });
      if (signal.aborted) stop.resolve();
      do {
        await Promise.race([waked.promise, stop.promise]);
        await clock.sleep(writeEveryMs, signal);
        await write();
      } while (!signal.aborted);
    },
  };
}
