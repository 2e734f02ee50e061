/**
 * Sign-ins under way. The cookie of each is kept by the browser that began it, so that no other browser can end it,
 * and its state is good once.
 */
import { randomBytes } from "node:crypto";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import type { Clock, Millis } from "../../../base/clock.ts";
import { seal, unseal } from "../session/seal.ts";

const shape = z.object({
  state: z.string(),
  verifier: z.string(),
  redirectUri: z.string(),
  /** The path of the site that the person wanted. */
  to: z.string(),
  until: z.number(),
});
export type SignInAttempt = Readonly<z.infer<typeof shape>>;

export interface Attempts {
  readonly begin: (
    wish: Pick<SignInAttempt, "redirectUri" | "to">,
  ) => Promise<{ readonly attempt: SignInAttempt; readonly sealed: string }>;
  /** The attempt that the cookie keeps, if the state is its own and was not used before. */
  readonly end: (sealed: string | undefined, state: string | undefined) => Promise<SignInAttempt | undefined>;
}

const attemptMs: Millis = 600_000;
/** More than can begin in ten minutes. */
const maxUsed = 20_000;

export function createAttempts(key: Uint8Array, clock: Pick<Clock, "now">): Attempts {
  const used = new LRUCache<string, true>({ max: maxUsed });
  return {
    begin: async (wish) => {
      const [state, verifier] = [randomBytes(32), randomBytes(32)].map((bytes) =>
        bytes.toString("base64url"),
      );
      const attempt = {
        ...wish,
        state: state ?? "",
        verifier: verifier ?? "",
        until: clock.now() + attemptMs,
      };
      return { attempt, sealed: await seal(attempt, key) };
    },
    end: async (sealed, state) => {
      const attempt = sealed === undefined ? undefined : await unseal(sealed, key, shape);
      if (attempt === undefined || attempt.state !== state || clock.now() >= attempt.until) return undefined;
      if (used.has(state)) return undefined;
      used.set(state, true);
      return attempt;
    },
  };
}
