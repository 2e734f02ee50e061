/** Sessions over a plain map, for tests of the dispatcher's own logic. */
import type { Session, SessionStore } from "../../src/dispatcher/ports/agents/sessions.ts";

export function memorySessions(): SessionStore {
  const kept = new Map<string, Session>();
  return {
    heardSince: async (since) => [...kept.values()].filter(({ heardAt }) => heardAt >= since),
    save: async (sessions) => {
      for (const session of sessions)
        kept.set(`${session.agent} ${session.id} ${session.repositoryId ?? ""}`, session);
    },
  };
}
