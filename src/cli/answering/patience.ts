/** Goes on asking a server that is away: one that is restarted is back in seconds, one that is moved in minutes. */
import type { Clock, Millis } from "../../base/clock.ts";
import { ServerAway } from "./server-answers.ts";

export interface Patience {
  /** How long to go on, from the first request that was not answered. */
  readonly ms: Millis;
  /** At least so long for what the server may have received; `ms` if it is absent. */
  readonly unheardMs?: Millis;
  /** Ends it. */
  readonly signal?: AbortSignal | undefined;
  readonly clock: Clock;
  /** Told once that the server is waited for. */
  readonly progress: (line: string) => void;
}

const againMs: Millis = 1_000;

/**
 * Rejects with what `ask` rejects with: at once unless that is `ServerAway`, and then once the patience is over.
 * @param ask may be called again only if it does no more the second time
 */
export async function untilBack<T>(patience: Patience, ask: () => Promise<T>): Promise<T> {
  const { ms, unheardMs = 0, signal, clock, progress } = patience;
  const begun = clock.now();
  let isTold = false;
  for (;;) {
    try {
      return await ask();
    } catch (thrown) {
      if (!(thrown instanceof ServerAway)) throw thrown;
      const longest = thrown.isUnsent ? ms : Math.max(ms, unheardMs);
      if (clock.now() - begun >= longest || signal?.aborted === true) throw thrown;
      if (!isTold) progress(`${thrown.message} It is waited for.`);
      isTold = true;
      await clock.sleep(againMs, signal);
    }
  }
}
