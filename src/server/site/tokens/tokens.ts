/**
 * Tokens by which programs use this server. The store has a hash of each, so a stolen copy of it gives nothing, and so
 * does a copy of the data on another server: each token is for the server that made it.
 */
import { hash, randomBytes } from "node:crypto";
import type { Clock, Millis } from "../../../base/clock.ts";
import type { ApiToken, ApiTokens, TokenOwner } from "../../../store/shape/api-token.ts";
import { isRunSecret, type RunEnd, type RunIdentity, type RunSecrets } from "./run-secrets.ts";

export const maxTokenMs: Millis = 30 * 24 * 3_600_000;

/** The last use is for people to see, and worth a write only now and then. */
const usedEveryMs: Millis = 60_000;
const secretPattern = /^sbx_[\w-]{43}$/;
const gitHubPattern = /^(?:gh[a-z]_|github_pat_)/;

/** What a request shows: a token, or the secret of a run, which the owner of the data folder answers for like for a token. */
export interface ShownToken extends ApiToken {
  /** The run whose secret it is. */
  readonly run?: RunIdentity | undefined;
}

export type Found =
  | { readonly type: "good"; readonly token: ShownToken }
  /**
   * `github`: it is one of GitHub's. `unknown`: it never was one of ours, or was ended.
   */
  | { readonly type: "github" | "malformed" | "unknown" | "foreign" }
  | { readonly type: "run over"; readonly run: RunIdentity; readonly end: RunEnd }
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
  readonly again: (token: ShownToken) => Promise<ShownToken | undefined>;
  readonly list: (of: TokenOwner) => Promise<readonly ApiToken[]>;
  /** Resolves to whether there was one of theirs with this ID. */
  readonly end: (of: TokenOwner, id: string) => Promise<boolean>;
}

export interface TokensPorts {
  readonly store: ApiTokens;
  /** Names this server. */
  readonly audience: string;
  readonly runs: Pick<RunSecrets, "find" | "holds">;
  readonly clock: Pick<Clock, "now">;
}

export function createTokens({ store, audience, runs, clock }: TokensPorts): Tokens {
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
      if (isRunSecret(secret)) return foundRun(runs, secret, audience);
      if (!secretPattern.test(secret)) return { type: "malformed" };
      const token = await store.find(idOf(secret));
      if (token === undefined) return { type: "unknown" };
      if (token.audience !== audience) return { type: "foreign" };
      const now = clock.now();
      if (token.expiresAt <= now) return { type: "expired", at: token.expiresAt };
      if (now - (token.usedAt ?? 0) >= usedEveryMs) await store.used(token.id, now);
      return { type: "good", token };
    },
    again: async (found) => {
      if (found.run !== undefined) return (await runs.holds(found.run)) ? found : undefined;
      const token = await store.find(found.id);
      return token === undefined || token.expiresAt <= clock.now() ? undefined : token;
    },
    list: (owner) => store.list(owner, clock.now()),
    end: (owner, id) => store.end(owner, id),
  };
}

async function foundRun(runs: Pick<RunSecrets, "find">, secret: string, audience: string): Promise<Found> {
  const found = await runs.find(secret);
  if (found.type === "over") return { type: "run over", run: found.run, end: found.end };
  if (found.type === "unknown") return { type: "unknown" };
  const { run, repositories, expiresAt } = found;
  const owner = { kind: "owner", login: undefined, nodeId: undefined } as const;
  const known = { id: idOf(secret), agent: run.agent, mayOrder: true, repositories, audience };
  return {
    type: "good",
    token: { ...owner, ...known, createdAt: 0, usedAt: undefined, expiresAt, run },
  };
}

function idOf(secret: string): string {
  return hash("sha256", secret, "hex");
}
