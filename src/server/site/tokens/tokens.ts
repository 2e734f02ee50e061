/**
 * Tokens by which programs use this server. The store has a hash of each, so a stolen copy of it gives nothing, and so
 * does a copy of the data on another server: each token is for the server that made it.
 */
import { hash, randomBytes } from "node:crypto";
import type { Clock, Millis } from "../../../base/clock.ts";
import type { ApiToken, ApiTokens, TokenOwner } from "../../../store/shape/api-token.ts";

export const maxTokenMs: Millis = 30 * 24 * 3_600_000;

/** The last use is for people to see, and worth a write only now and then. */
const usedEveryMs: Millis = 60_000;
const secretPattern = /^sbx_[\w-]{43}$/;
const gitHubPattern = /^(?:gh[a-z]_|github_pat_)/;

export type Found =
  | { readonly type: "good"; readonly token: ApiToken }
  /** `github`: it is one of GitHub's. `unknown`: it never was one of ours, or was ended. */
  | { readonly type: "github" | "malformed" | "unknown" | "foreign" }
  | { readonly type: "expired"; readonly at: Millis };

export type TokenWish = Pick<
  ApiToken,
  "kind" | "login" | "nodeId" | "agent" | "mayOrder" | "repositories"
> & { readonly lifetimeMs: Millis };

export interface Tokens {
  /** The secret is shown once, and kept nowhere. */
  readonly make: (wish: TokenWish) => Promise<{ readonly secret: string; readonly token: ApiToken }>;
  readonly find: (secret: string) => Promise<Found>;
  /** A token that was found, as it is now; undefined if it has ended since. */
  readonly again: (token: Pick<ApiToken, "id">) => Promise<ApiToken | undefined>;
  readonly list: (of: TokenOwner) => Promise<readonly ApiToken[]>;
  /** Resolves to whether there was one of theirs with this ID. */
  readonly end: (of: TokenOwner, id: string) => Promise<boolean>;
}

export interface TokensPorts {
  readonly store: ApiTokens;
  /** Names this server. */
  readonly audience: string;
  readonly clock: Pick<Clock, "now">;
}

export function createTokens({ store, audience, clock }: TokensPorts): Tokens {
  return {
    make: async ({ lifetimeMs, ...wish }) => {
      const secret = `sbx_${randomBytes(32).toString("base64url")}`;
      const createdAt = clock.now();
      const expiresAt = createdAt + Math.min(lifetimeMs, maxTokenMs);
      const token = { id: idOf(secret), ...wish, audience, createdAt, usedAt: undefined, expiresAt };
      await store.add(token);
      return { secret, token };
    },
    find: async (secret) => {
      if (gitHubPattern.test(secret)) return { type: "github" };
      if (!secretPattern.test(secret)) return { type: "malformed" };
      const token = await store.find(idOf(secret));
      if (token === undefined) return { type: "unknown" };
      if (token.audience !== audience) return { type: "foreign" };
      const now = clock.now();
      if (token.expiresAt <= now) return { type: "expired", at: token.expiresAt };
      if (now - (token.usedAt ?? 0) >= usedEveryMs) await store.used(token.id, now);
      return { type: "good", token };
    },
    again: async ({ id }) => {
      const token = await store.find(id);
      return token === undefined || token.expiresAt <= clock.now() ? undefined : token;
    },
    list: (owner) => store.list(owner, clock.now()),
    end: (owner, id) => store.end(owner, id),
  };
}

function idOf(secret: string): string {
  return hash("sha256", secret, "hex");
}
