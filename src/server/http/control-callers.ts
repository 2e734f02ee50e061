/** Who sends a request to the server's socket: a secret says so, the owner's, that of one run, or the token of an agent. */
import type { IncomingMessage } from "node:http";
import type { RepositoryId } from "../../engine/model/fact.ts";
import type { RunIdentity } from "../site/tokens/run-secrets.ts";
import type { Tokens } from "../site/tokens/tokens.ts";
import { bearerOf } from "./bearer.ts";

export type ControlCaller =
  | { readonly type: "owner" }
  | {
      readonly type: "run";
      readonly run: RunIdentity;
      /** Those that it may see. */
      readonly repositories: readonly RepositoryId[];
    }
  /** A program with a token that the owner made for an agent. */
  | {
      readonly type: "token";
      readonly agent: string;
      /** The only ones that it may show; undefined for all. */
      readonly repositories: readonly RepositoryId[] | undefined;
    }
  /** A run that no longer holds its task. */
  | { readonly type: "run over"; readonly run: RunIdentity };

export interface CallerPorts {
  /** The owner's. */
  readonly secret: string;
  readonly tokens: () => Pick<Tokens, "find">;
}

export class ControlCallers {
  readonly #isOwner: (header: string | undefined) => boolean;
  readonly #tokens: CallerPorts["tokens"];

  constructor({ secret, tokens }: CallerPorts) {
    this.#isOwner = bearerOf(secret);
    this.#tokens = tokens;
  }

  /** Undefined for a request without a secret that counts. */
  async callerOf({ headers: { authorization } }: IncomingMessage): Promise<ControlCaller | undefined> {
    if (this.#isOwner(authorization)) return { type: "owner" };
    const [, given] = /^Bearer (sbx_[\w-]{1,1000})$/.exec(authorization ?? "") ?? [];
    const found = given === undefined ? undefined : await this.#tokens().find(given);
    if (found?.type === "run over") return { type: "run over", run: found.run };
    if (found?.type !== "good") return undefined;
    const { run, kind, agent, repositories } = found.token;
    if (run !== undefined) return { type: "run", run, repositories: repositories ?? [] };
    return kind === "owner" && agent !== undefined ? { type: "token", agent, repositories } : undefined;
  }
}

/** Who may: the owner alone; an agent's token as well, which begins runs; or runs, too. */
export type Door = "owner" | "tokens" | "runs";

export function mayEnter(door: Door, { type }: ControlCaller): boolean {
  if (type === "owner" || door === "runs") return true;
  return type === "token" && door === "tokens";
}

/** Whether an agent's token may begin a run of this agent there. */
export function isForRun(
  { agent, repositories }: Extract<ControlCaller, { readonly type: "token" }>,
  asked: string,
  place: RepositoryId | undefined,
): boolean {
  return agent === asked && place !== undefined && (repositories?.includes(place) ?? true);
}
