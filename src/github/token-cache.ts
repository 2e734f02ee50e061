/**
 * Installations' tokens while they hold. A newcomer would ask the library to renew one: it hands out the token that it
 * is just looking up for another request, and does without its correction for a clock that is off. What was forgotten
 * here is asked for as if it were the first.
 */
import { setImmediate } from "node:timers/promises";
import type { Clock, Millis } from "../base/clock.ts";

export interface TokenCache {
  readonly get: (key: string) => string | undefined;
  readonly set: (key: string, token: string) => void;
  /** Resolves when whoever was looking it up has it, so that nobody else is handed what they found. */
  readonly forget: (installationId: number) => Promise<void>;
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
