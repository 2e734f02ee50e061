/** Asks whether a session is still open once for all of its streams, each time that they wake. */
import type { Clock, Millis } from "../../../base/clock.ts";
import type { Sessions } from "../session/sessions.ts";
import { once } from "./once.ts";
import type { Pulse } from "./pulse.ts";

/** Sessions also expire, which wakes nobody. */
const keptMs: Millis = 5_000;

export function createOpenSessions(
  sessions: Pick<Sessions, "isOpen">,
  pulse: Pick<Pulse, "wakes">,
  clock: Pick<Clock, "now">,
): Pick<Sessions, "isOpen"> {
  let kept = { wakes: -1, until: 0, answers: new Map<string, Promise<boolean>>() };
  return {
    isOpen: (session) => {
      const wakes = pulse.wakes();
      const now = clock.now();
      if (kept.wakes !== wakes || kept.until <= now)
        kept = { wakes, until: now + keptMs, answers: new Map<string, Promise<boolean>>() };
      return once(kept.answers, session.id, () => sessions.isOpen(session));
    },
  };
}
