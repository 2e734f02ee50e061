/** Who sends a request to the server's socket: a secret says so, the owner's, that of one run, or a token. */
import type { IncomingMessage } from "node:http";
import type { RepositoryId } from "../../engine/model/fact.ts";
import type { RunEnd, RunIdentity } from "../site/tokens/run-secrets.ts";
import type { ShownToken, Tokens } from "../site/tokens/tokens.ts";
import { whyRefused } from "../site/tokens/why-refused.ts";
import { bearerOf } from "./bearer.ts";

export type ControlCaller =
  | { readonly type: "owner" }
  | {
      readonly type: "run";
      readonly run: RunIdentity;
      /** Those that it may see. */
      readonly visible: ReadonlySet<RepositoryId>;
    }
  /** A program on this machine or another. */
  | {
      readonly type: "token";
      readonly token: ShownToken;
      /** The only ones that it may show; undefined for all. */
      readonly visible: ReadonlySet<RepositoryId> | undefined;
    }
  /** A run that no longer holds its task. */
  | { readonly type: "run over"; readonly run: RunIdentity; readonly end: RunEnd }
  /** A token that does not count; `why` is for the caller. */
  | { readonly type: "refused"; readonly why: string };

export interface CallerPorts {
  /** The owner's. */
  readonly secret: string;
  readonly tokens: () => Pick<Tokens, "find">;
  /** What a token may show. Rejects with a UserError if it may show nothing any longer. */
  readonly visibleTo: (token: ShownToken) => Promise<ReadonlySet<RepositoryId> | undefined>;
}

export class ControlCallers {
  readonly #isOwner: (header: string | undefined) => boolean;
  readonly #tokens: CallerPorts["tokens"];
  readonly #visibleTo: CallerPorts["visibleTo"];

  constructor({ secret, tokens, visibleTo }: CallerPorts) {
    this.#isOwner = bearerOf(secret);
    this.#tokens = tokens;
    this.#visibleTo = visibleTo;
  }

  /** Undefined for a request without a secret of ours. */
  async callerOf({ headers: { authorization } }: IncomingMessage): Promise<ControlCaller | undefined> {
    if (this.#isOwner(authorization)) return { type: "owner" };
    const [, given] = /^Bearer (sbx_[\w-]{1,1000})$/.exec(authorization ?? "") ?? [];
    if (given === undefined) return undefined;
    const found = await this.#tokens().find(given);
    if (found.type === "run over") return { type: "run over", run: found.run, end: found.end };
    if (found.type !== "good") return { type: "refused", why: whyRefused(found) };
    const { token } = found;
    if (token.run !== undefined)
      return { type: "run", run: token.run, visible: new Set(token.repositories ?? []) };
    return { type: "token", token, visible: await this.#visibleTo(token) };
  }
}

/** Who may: the owner alone; a token as well, which begins runs; or runs, too. */
export type Door = "owner" | "tokens" | "runs";

export function mayEnter(door: Door, { type }: ControlCaller): boolean {
  if (type === "refused") return false;
  if (type === "owner" || door === "runs") return true;
  return type === "token" && door === "tokens";
}
