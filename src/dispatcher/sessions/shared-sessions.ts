/** Sessions for a process that hears from agents as others do: each sign of life is written at once. */
import type { SharedSessions } from "../ports/agents/sessions.ts";
import type { BeatSessions } from "./beat.ts";
import { endedNow, keyOf, mayBeIn, withSign } from "./session-steps.ts";

export function createSharedSessions(store: SharedSessions): BeatSessions {
  return {
    heard: async (sign) => {
      await store.change(sign.agent, (known, now) => {
        const before = known.find((session) => keyOf(session) === keyOf(sign));
        return [withSign(before, sign, now)];
      });
    },
    left: async (key) => {
      const ended = await store.change(key.agent, (known, now) => endedNow(known, key, now));
      return ended.length > 0;
    },
    of: async (agent, repositoryId) =>
      (await store.of(agent)).filter((session) => mayBeIn(session, repositoryId)),
  };
}
