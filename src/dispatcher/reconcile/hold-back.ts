/**
 * Puts off what accounts without write access cause beyond their share of GitHub's quota: it is read once a minute, all of
 * it together, so that it costs little however much there is, and nothing of it is lost. What others do is never put off.
 */
import type { Millis } from "../../base/clock.ts";
import type { RepositoryId, RepositorySeen } from "../../engine/model/fact.ts";
import type { DispatcherPorts } from "../dispatcher-ports.ts";
import type { Delivery } from "../ports/inbox.ts";
import type { ReadShares } from "../shares/read-shares.ts";
import type { TranslatedDeliveries } from "./work-batch.ts";

type Readable = TranslatedDeliveries["readable"];

export interface HeldBack {
  readonly going: Readable;
  /** Undefined if nothing is. */
  readonly putOff: { readonly deliveries: readonly Delivery[]; readonly until: Millis } | undefined;
}

export class HoldBack {
  readonly #ports: Pick<DispatcherPorts, "stores" | "runtime" | "pace">;
  readonly #shares: Pick<ReadShares, "takeUnlessWriter">;

  constructor(
    ports: Pick<DispatcherPorts, "stores" | "runtime" | "pace">,
    shares: Pick<ReadShares, "takeUnlessWriter">,
  ) {
    this.#ports = ports;
    this.#shares = shares;
  }

  async split(repositoryId: RepositoryId, readable: Readable): Promise<HeldBack> {
    const repository = this.#ports.stores.index.repository(repositoryId);
    if (repository === undefined) return { going: readable, putOff: undefined };
    const { clock, logger } = this.#ports.runtime;
    const minute = this.#minuteAt(clock.now());
    const going: Readable[number][] = [];
    const deliveries: Delivery[] = [];
    for (const each of readable)
      if (await this.#mayGo(repository, each, minute)) going.push(each);
      else deliveries.push(each.delivery);
    if (deliveries.length === 0) return { going, putOff: undefined };
    const until = (minute + 1) * this.#ports.pace.beyondShareMs;
    logger.debug({ repository: repositoryId, deliveries: deliveries.length }, "deliveries were put off");
    return { going, putOff: { deliveries, until } };
  }

  async #mayGo(
    repository: RepositorySeen,
    { delivery, translation: { by, refreshes, comments, dropped } }: Readable[number],
    minute: number,
  ): Promise<boolean> {
    if (by === undefined || dropped !== undefined || refreshes.length + comments.length === 0) return true;
    if ((await this.#shares.takeUnlessWriter(repository, by, 1)) === undefined) return true;
    // Put off in the minute in which it came, so once at most, in whichever tenure it is seen next.
    return this.#minuteAt(delivery.receivedAt) !== minute;
  }

  #minuteAt(time: Millis): number {
    return Math.floor(time / this.#ports.pace.beyondShareMs);
  }
}
