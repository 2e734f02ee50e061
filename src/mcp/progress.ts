/**
 * Tells a client that a call still goes on. Clients that ask for it begin their time limit for the tool again with each
 * sign, so a call may then last minutes: https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/progress
 */
import type { ServerContext } from "@modelcontextprotocol/server";
import { type Clock, type Millis, systemClock } from "../base/clock.ts";

type Request = Pick<ServerContext["mcpReq"], "_meta" | "notify">;

/** Four signs within the minute after which most clients give up. */
const everyMs: Millis = 15_000;

/** How long a call may last: less than the minute after which a client gives up that is told nothing meanwhile. */
const silentMs: Millis = 55_000;
/** Less than the five minutes after which Codex gives up, whatever it is told. */
const toldMs: Millis = 240_000;

export function longestCallMs({ _meta }: Pick<Request, "_meta">): Millis {
  return _meta?.progressToken === undefined ? silentMs : toldMs;
}

/** Until `signal` is aborted. A client that does not ask for it is told nothing. Never rejects. */
export async function tellProgress(
  { _meta, notify }: Request,
  signal: AbortSignal,
  clock: Pick<Clock, "sleep"> = systemClock,
): Promise<void> {
  const progressToken = _meta?.progressToken;
  if (progressToken === undefined) return;
  for (let progress = 1; ; progress++) {
    await clock.sleep(everyMs, signal);
    if (signal.aborted) return;
    const params = { progressToken, progress };
    // A client that is gone hears nothing, and the call ends by its own signal.
    await notify({ method: "notifications/progress", params }).catch(() => {});
  }
}
