/**
 * Secrets of programs that `signalbox run` started. Each is sealed and says whose run it is, so nothing of it is stored and
 * it outlives a restart; it counts while the run's own lease does, which the index is asked with each use.
 */

import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { Clock, Millis } from "../../../base/clock.ts";
import { isSameNode } from "../../../base/node-id.ts";
import type { RepositoryId } from "../../../engine/model/fact.ts";
import type { DoneTask } from "../../../operations/holding/task-done.ts";
import type { Board, Served } from "../../../operations/ports.ts";
import { isSameAccount } from "../../../protocol/settings/agents/account-key.ts";

const identityShape = z.object({
  agent: z.string(),
  /** A ULID. */
  session: z.string(),
  repositoryId: z.string(),
  /** The task's number. */
  issue: z.number(),
  /** The token of its lease. */
  lease: z.number(),
});
export type RunIdentity = Readonly<z.output<typeof identityShape>>;

const payloadShape = identityShape.extend({ expiresAt: z.number() });

export type FoundRun =
  | {
      readonly type: "run";
      readonly run: RunIdentity;
      /** What it may see. */
      readonly repositories: readonly RepositoryId[];
      readonly expiresAt: Millis;
    }
  /** Its lease has ended, or it took too long. */
  | { readonly type: "over"; readonly run: RunIdentity; readonly end: RunEnd }
  | { readonly type: "unknown" };

/** What became of the task of a run that is over. */
export interface RunEnd {
  /** The run's own handover, if it was accepted. */
  readonly done?: DoneTask | undefined;
  /** Which agent or person has the task now. */
  readonly holder?: string | undefined;
}

const prefix = "sbx_run_";
const macLength = 43;
/** As long as a token works at most. */
const lifetimeMs: Millis = 30 * 24 * 3_600_000;

export function isRunSecret(secret: string): boolean {
  return secret.startsWith(prefix);
}

export class RunSecrets {
  readonly #key: Uint8Array;
  readonly #board: Pick<Board, "repositories" | "agents" | "card">;
  readonly #clock: Pick<Clock, "now">;

  /** @param key of this server alone: another one does not accept what it made */
  constructor(
    key: Uint8Array,
    board: Pick<Board, "repositories" | "agents" | "card">,
    clock: Pick<Clock, "now">,
  ) {
    this.#key = key;
    this.#board = board;
    this.#clock = clock;
  }

  /** Undefined if the agent does not hold the task under this lease. */
  async make(run: RunIdentity): Promise<string | undefined> {
    if ((await this.#placeWhereHeld(run)) === undefined) return undefined;
    const payload = JSON.stringify({ ...run, expiresAt: this.#clock.now() + lifetimeMs });
    const encoded = Buffer.from(payload).toString("base64url");
    return `${prefix}${this.#mac(encoded)}${encoded}`;
  }

  async find(secret: string): Promise<FoundRun> {
    const payload = this.#opened(secret);
    if (payload === undefined) return { type: "unknown" };
    const { expiresAt, ...run } = payload;
    const place = expiresAt > this.#clock.now() ? await this.#placeWhereHeld(run) : undefined;
    if (place === undefined) return { type: "over", run, end: await this.#endOf(run) };
    return { type: "run", run, repositories: await this.#repositoriesSeenBy(run, place), expiresAt };
  }

  async #endOf({ repositoryId, issue, agent, lease }: RunIdentity): Promise<RunEnd> {
    const place = (await this.#board.repositories()).find(({ id }) => isSameNode(id, repositoryId));
    if (place === undefined) return {};
    const card = await this.#board.card(place.owner, place.repo, issue);
    if (card === undefined) return {};
    const { doneBy, holder } = card;
    const isDone = doneBy?.name === agent && doneBy.token === lease;
    const task = { owner: place.owner, repo: place.repo, number: issue };
    return { done: isDone ? { task, handover: doneBy.handover } : undefined, holder: holder?.name };
  }

  async holds(run: RunIdentity): Promise<boolean> {
    return (await this.#placeWhereHeld(run)) !== undefined;
  }

  #opened(secret: string): z.output<typeof payloadShape> | undefined {
    const mac = secret.slice(prefix.length, prefix.length + macLength);
    const encoded = secret.slice(prefix.length + macLength);
    const expected = Buffer.from(this.#mac(encoded));
    const given = Buffer.from(mac);
    if (!isRunSecret(secret) || given.length !== expected.length || !timingSafeEqual(given, expected))
      return undefined;
    return payloadShape.safeParse(JSON.parse(Buffer.from(encoded, "base64url").toString())).data;
  }

  #mac(encoded: string): string {
    return createHmac("sha256", this.#key).update(encoded).digest("base64url");
  }

  /** The repository of the run's task, by its name of now; undefined once the lease has ended. */
  async #placeWhereHeld({ agent, repositoryId, issue, lease }: RunIdentity): Promise<Served | undefined> {
    const place = (await this.#board.repositories()).find(({ id }) => isSameNode(id, repositoryId));
    if (place === undefined) return undefined;
    const holder = (await this.#board.card(place.owner, place.repo, issue))?.holder;
    return holder?.name === agent && holder.token === lease ? place : undefined;
  }

  /** Those whose settings name the same agent: another account of the same name is somebody else. */
  async #repositoriesSeenBy({ agent }: RunIdentity, place: Served): Promise<readonly RepositoryId[]> {
    const account = await this.#accountOf(agent, place);
    const others = (await this.#board.repositories()).filter(({ id }) => id !== place.id);
    const found = [place.id];
    for (const other of others)
      if (account !== undefined && isSameAccount(await this.#accountOf(agent, other), account))
        found.push(other.id);
    return found;
  }

  async #accountOf(agent: string, { id }: Served): Promise<string | undefined> {
    return (await this.#board.agents(id)).find(({ name }) => name === agent)?.account;
  }
}
