/** Tokens of ours by which programs use the site, as the store has them: without the token itself. */
import type { Millis } from "../../base/clock.ts";
import type { NodeId, RepositoryId } from "../../engine/model/fact.ts";

export const tokenKinds = ["page", "login", "owner"] as const;
/**
 * Where it comes from. `page`: a person made it after signing in. `login`: `signalbox login` exchanged a token of
 * GitHub's for it, and renews it. `owner`: the owner of the data folder made it.
 */
export type TokenKind = (typeof tokenKinds)[number];

export interface ApiToken {
  /** The SHA-256 of its secret, in hex. */
  readonly id: string;
  readonly kind: TokenKind;
  /** Undefined for one of the data folder's owner. */
  readonly login: string | undefined;
  /** Node ID of the person's account. */
  readonly nodeId: NodeId | undefined;
  /** The agent as which it gives orders. Undefined if it gives none, or its kind is `login`. */
  readonly agent: string | undefined;
  readonly mayOrder: boolean;
  /** The most that it may ever show; undefined for everything, which only the data folder's owner can give. */
  readonly repositories: readonly RepositoryId[] | undefined;
  /** Names the server that it is for. */
  readonly audience: string;
  readonly createdAt: Millis;
  readonly usedAt: Millis | undefined;
  readonly expiresAt: Millis;
}

export interface ApiTokens {
  readonly add: (token: ApiToken) => Promise<void>;
  /** Also one that has expired, until it is pruned. */
  readonly find: (id: string) => Promise<ApiToken | undefined>;
  /**
   * Those that a person, or the data folder's owner, made and that have not expired; the newest first. What
   * `signalbox login` renews is not among them.
   */
  readonly list: (of: TokenOwner, now: Millis) => Promise<readonly ApiToken[]>;
  readonly used: (id: string, at: Millis) => Promise<void>;
  /** Resolves to whether there was one of theirs. */
  readonly end: (of: TokenOwner, id: string) => Promise<boolean>;
  /** Ends all of a kind. */
  readonly endKind: (kind: TokenKind) => Promise<void>;
}

/** Whose tokens: a person's, by node ID, or undefined for the owner of the data folder. */
export type TokenOwner = NodeId | undefined;
