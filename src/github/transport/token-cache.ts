/**
 * Caches installations' tokens while they are valid. Do not ask the library to renew one: it returns the
 * token that it is already fetching for another request, and skips its correction for a wrong clock. A token
 * dropped here is fetched as if it were the first.
 */

import { setImmediate } from "node:timers/promises";
import type { Clock, Millis } from "../../base/clock.ts";
import type { InstallationId } from "../../engine/model/fact.ts";

export interface TokenCache {
  readonly get: (key: string) => string | undefined;
  readonly set: (key: string, token: string) => void;
  /** Resolves once a fetch under way has finished, so that its token is not handed to other requests. */
  readonly forget: (installationId: InstallationId) => Promise<void>;
}

/** GitHub's tokens last an hour. */
const lastsMs = 59 * 60_000;

export function createTokenCache(clock: Clock): TokenCache {
  const tokens = new Map<string, { readonly token: string; readonly until: Millis }>();
  return {
    get: (key) => {
      const kept = tokens.get(key);
      return kept !== undefined && kept.until > clock.now() ? kept.token : undefined;
    },
    set: (key, token) => {
      tokens.set(key, { token, until: clock.now() + lastsMs });
    },
    forget: async (installationId) => {
      tokens.delete(String(installationId));
      await setImmediate();
    },
  };
}
