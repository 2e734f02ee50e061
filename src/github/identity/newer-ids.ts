/**
 * Turns node ids of GitHub's older format into the newer one, which our requests ask for (`boundedFetch`). Deliveries have
 * the older one for what was made before 2021, whatever requests ask for (https://github.com/probot/probot/issues/2043), and
 * so have our own markers from before we asked. GitHub says what an older id is called today
 * (https://docs.github.com/en/graphql/guides/migrating-graphql-global-node-ids). Never compute it: ids are opaque, and one
 * that is slightly wrong names nothing.
 */
import { z } from "zod";
import type { Clock, Millis } from "../../base/clock.ts";
import { portionsOf } from "../../base/portions.ts";
import { RequestFailed } from "../../dispatcher/request-failed.ts";
import type { InstallationId } from "../../engine/model/fact.ts";
import { newerIdsQuery } from "../read/queries.ts";
import type { Client } from "../transport/client.ts";
import { findOlderIds, type IdPlace, renameIds } from "./older-ids.ts";

/** As many as `nodes` takes. */
const idsAtOnce = 100;
const maxKnown = 50_000;
/** For so long GitHub is not asked again about an id that names nothing, nor a host that goes on with the older format. */
const restMs: Millis = 60 * 60_000;

const answerShape = z.object({ nodes: z.array(z.object({ id: z.string() }).nullable()) });

export class NewerIds {
  readonly #client: Pick<Client, "query">;
  readonly #clock: Clock;
  readonly #known = new Map<string, string>();
  readonly #restsUntil = new Map<string, Millis>();
  /** An enterprise host may not know the header: then its ids are what it says they are. */
  #hostRestsUntil: Millis = 0;

  constructor(client: Pick<Client, "query">, clock: Clock) {
    this.#client = client;
    this.#clock = clock;
  }

  /** The value with those ids renamed that were learnt before. */
  rename<T>(value: T, place: IdPlace): T {
    return this.#known.size === 0 ? value : renameIds(value, place, this.#known);
  }

  /**
   * The value with its older ids renamed. Throws `RequestFailed` if GitHub can be asked only later. Only GitHub's answer
   * counts: what else was read has people's text in it, and an id written there would say what was done already.
   */
  async renew<T>(as: InstallationId, value: T, place: IdPlace): Promise<T> {
    const ids = findOlderIds(value, place);
    if (ids.size === 0) return value;
    await this.learn(as, [...ids]);
    return this.rename(value, place);
  }

  /** Asks GitHub about those that are not known yet. Throws `RequestFailed` if it can be asked only later. */
  async learn(as: InstallationId, ids: readonly string[]): Promise<void> {
    for (const some of portionsOf(this.#unknown(ids), idsAtOnce)) await this.#ask(as, some);
  }

  /** The older ids in the value that GitHub has to be asked about. */
  findUnknown(value: unknown, place: IdPlace): readonly string[] {
    return this.#unknown([...findOlderIds(value, place)]);
  }

  #unknown(ids: readonly string[]): readonly string[] {
    const now = this.#clock.now();
    if (now < this.#hostRestsUntil) return [];
    return ids.filter((id) => !this.#known.has(id) && (this.#restsUntil.get(id) ?? 0) <= now);
  }

  async #ask(as: InstallationId, ids: readonly string[]): Promise<void> {
    const nodes = await this.#nodes(as, ids);
    for (const [i, older] of ids.entries()) {
      const newer = nodes[i]?.id;
      if (newer === undefined) keep(this.#restsUntil, older, this.#clock.now() + restMs);
      else if (newer === older) this.#hostRestsUntil = this.#clock.now() + restMs;
      else keep(this.#known, older, newer);
    }
  }

  /** Empty if GitHub does not answer, and would not later. */
  async #nodes(as: InstallationId, ids: readonly string[]): Promise<z.output<typeof answerShape>["nodes"]> {
    try {
      const { data } = await this.#client.query(as, newerIdsQuery, { ids });
      return answerShape.safeParse(data).data?.nodes ?? [];
    } catch (thrown) {
      if (thrown instanceof RequestFailed && thrown.failure.type !== "wait") return [];
      throw thrown;
    }
  }
}

function keep<T>(map: Map<string, T>, key: string, value: T): void {
  if (map.size >= maxKnown) map.clear();
  map.set(key, value);
}
