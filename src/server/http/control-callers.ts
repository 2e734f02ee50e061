/** Who sends a request to the server's socket: a secret says so, the owner's or that of one run. */
import type { IncomingMessage } from "node:http";
import type { RunIdentity, RunSecrets } from "../site/tokens/run-secrets.ts";
import { bearerOf } from "./bearer.ts";

export type ControlCaller =
  | { readonly type: "owner" }
  | { readonly type: "run"; readonly run: RunIdentity }
  /** A run that no longer holds its task. */
  | { readonly type: "run over" };

export interface CallerPorts {
  /** The owner's. */
  readonly secret: string;
  readonly runs: () => Pick<RunSecrets, "find">;
}

export class ControlCallers {
  readonly #isOwner: (header: string | undefined) => boolean;
  readonly #runs: CallerPorts["runs"];

  constructor({ secret, runs }: CallerPorts) {
    this.#isOwner = bearerOf(secret);
    this.#runs = runs;
  }

  /** Undefined for a request without a secret that counts. */
  async callerOf({ headers: { authorization } }: IncomingMessage): Promise<ControlCaller | undefined> {
    if (this.#isOwner(authorization)) return { type: "owner" };
    const [, given] = /^Bearer (sbx_run_[\w-]{1,1000})$/.exec(authorization ?? "") ?? [];
    const found = given === undefined ? undefined : await this.#runs().find(given);
    if (found?.type === "over") return { type: "run over" };
    return found?.type === "run" ? { type: "run", run: found.run } : undefined;
  }
}
