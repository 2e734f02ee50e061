/** API tokens of signalbox as they are stored, without the token itself. */
import type { Millis } from "../../base/clock.ts";
import type { NodeId, RepositoryId } from "../../engine/model/fact.ts";

export const tokenKinds = ["page", "login", "owner"] as const;
/**
 * How it was created. `page`: by a person on the site. `login`: `signalbox login` exchanged a GitHub token for it and
 * renews it. `owner`: by the owner of the data folder.
 */
export type TokenKind = (typeof tokenKinds)[number];

export interface ApiToken {
  /** The SHA-256 of its secret, in hex. */
  readonly id: string;
  readonly kind: TokenKind;
  /** Undefined if it belongs to the owner of the data folder. */
  readonly login: string | undefined;
  /** Node ID of the person's account. */
  readonly nodeId: NodeId | undefined;
  /** The agent that it gives orders as; undefined if it gives none, or its kind is `login`. */
  readonly agent: string | undefined;
  readonly mayOrder: boolean;
  /** The only repositories it may show; undefined for all, which only the owner of the data folder can allow. */
  readonly repositories: readonly RepositoryId[] | undefined;
  /** Identifies the server that it is for. */
  readonly audience: string;
  readonly createdAt: Millis;
  readonly usedAt: Millis | undefined;
  readonly expiresAt: Millis;
}

export interface ApiTokens {
  readonly add: (token: ApiToken) => Promise<void>;
  /** Finds expired tokens, too, until they are pruned. */
  readonly find: (id: string) => Promise<ApiToken | undefined>;
  /**
   * The tokens of an owner that have not expired, the newest first, without those of `signalbox login`.
   */
  readonly list: (of: TokenOwner, now: Millis) => Promise<readonly ApiToken[]>;
  readonly used: (id: string, at: Millis) => Promise<void>;
  /** Resolves to false if the owner has no such token. */
  readonly end: (of: TokenOwner, id: string) => Promise<boolean>;
  /**
   * Ends all tokens of `signalbox login`, as access has changed: their lists may be out of date. Where several processes
   * share the database, this tells the others.
   */
  readonly endLogins: () => Promise<void>;
}

/** Node ID of a person; undefined for the owner of the data folder. */
export type TokenOwner = NodeId | undefined;
