/** Derives from sessions and leases which agents are working. Silence does not prove that one stopped: tests may run for long. */
import type { Millis } from "../../base/clock.ts";
import { parseDuration } from "../../base/duration.ts";
import type { Session } from "../../dispatcher/ports/agents/sessions.ts";
import { silentEndMs } from "../../dispatcher/sessions/session-steps.ts";
import type { AtWork, Presence } from "../../operations/ports.ts";
import type { Settings } from "../../protocol/settings/config.ts";

const onlineMs = 90_000;

/** Leaves out agents without a sign of life and without a task. */
export function atWork(
  sessions: readonly Session[],
  held: ReadonlyMap<string, readonly number[]>,
  { leases }: Settings,
  now: Millis,
): ReadonlyMap<string, AtWork> {
  const sessionsOf = Map.groupBy(sessions, ({ agent }) => agent);
  const ttlMs = parseDuration(leases.ttl) ?? 0;
  return new Map(
    [...new Set([...sessionsOf.keys(), ...held.keys()])].map((name) => {
      const own = sessionsOf.get(name) ?? [];
      const last = own.toSorted((a, b) => b.heardAt - a.heardAt)[0];
      const tasks = held.get(name) ?? [];
      return [name, { ...stateOf(own, last, ttlMs, now), tasks, heardAt: last?.heardAt }] as const;
    }),
  );
}

function stateOf(
  own: readonly Session[],
  last: Session | undefined,
  ttlMs: number,
  now: Millis,
): { readonly presence: Presence | undefined; readonly doing: string | undefined } {
  if (last === undefined) return { presence: undefined, doing: undefined };
  const age = now - last.heardAt;
  if (own.every(({ endedAt }) => endedAt !== undefined) || age > silentEndMs)
    return { presence: "gone", doing: undefined };
  const doing = own.toSorted((a, b) => b.heardAt - a.heardAt).find((each) => each.doing !== undefined)?.doing;
  if (age <= onlineMs) return { presence: "online", doing };
  return { presence: age <= ttlMs ? "idle" : "away", doing };
}
