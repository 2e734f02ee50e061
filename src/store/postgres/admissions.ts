/**
 * Stores deliveries in groups: those that come while an insert is under way share the next. Two are under way at most, so
 * that one is prepared while the other becomes durable.
 */
import { promisify } from "node:util";
import { constants, zstdCompress } from "node:zlib";
import type { Admission, Delivery } from "../../dispatcher/ports/inbox.ts";
import type { Connection } from "./database/connection.ts";
import { isAboutWrite } from "./storage-faults.ts";
import { addDeliveries, type Packed } from "./tables/delivery-table.ts";

const compress = promisify(zstdCompress);
/** The fastest level: PostgreSQL and the disk are what admission waits for. */
const fast = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

const maxUnderWay = 2;
const maxInGroup = 256;
/** Bytes of a group, not counting its last payload. */
const maxBytesInGroup = 16 * 1024 * 1024;

interface Arrival extends Packed {
  readonly resolve: (admission: Admission) => void;
  readonly reject: (thrown: unknown) => void;
}

export class Admissions {
  readonly #connection: Connection;
  /** By GUID, from the call until the answer. */
  readonly #arriving = new Map<string, Promise<Admission>>();
  /** Hashes of the bodies of those. */
  readonly #bodies = new Map<string, number>();
  readonly #queue: Arrival[] = [];
  #underWay = 0;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async admit(delivery: Delivery): Promise<Admission> {
    const { guid, bodyHash } = delivery;
    const earlier = this.#arriving.get(guid);
    if (earlier !== undefined) return earlier.then((): Admission => "duplicate");
    // The database does not compare those of one group, nor with another group that is not durable yet.
    const twins = this.#bodies.get(bodyHash) ?? 0;
    this.#bodies.set(bodyHash, twins + 1);
    const arrival = this.#store(delivery);
    this.#arriving.set(guid, arrival);
    try {
      const admission = await arrival;
      this.#connection.onStep("delivery admitted");
      return admission === "new" && twins > 0 ? "suspected replay" : admission;
    } finally {
      this.#arriving.delete(guid);
      const left = (this.#bodies.get(bodyHash) ?? 1) - 1;
      if (left === 0) this.#bodies.delete(bodyHash);
      else this.#bodies.set(bodyHash, left);
    }
  }

  async #store(delivery: Delivery): Promise<Admission> {
    const body = await compress(delivery.payload, fast);
    return new Promise<Admission>((resolve, reject) => {
      this.#queue.push({ delivery, body, resolve, reject });
      // Those whose payloads are compressed in this turn of the loop share the group.
      setImmediate(() => this.#next());
    });
  }

  #next(): void {
    if (this.#underWay === maxUnderWay || this.#queue.length === 0) return;
    this.#underWay += 1;
    void this.#insert(this.#group()).finally(() => {
      this.#underWay -= 1;
      this.#next();
    });
  }

  #group(): readonly Arrival[] {
    let bytes = 0;
    const end = this.#queue.findIndex(({ body }, at) => {
      const isFull = at === maxInGroup || bytes >= maxBytesInGroup;
      bytes += body.length;
      return isFull;
    });
    return this.#queue.splice(0, end === -1 ? this.#queue.length : end);
  }

  /** Never rejects. */
  async #insert(group: readonly Arrival[]): Promise<void> {
    try {
      const admitted = await this.#connection.write((queries) => addDeliveries(queries, group));
      for (const { delivery, resolve } of group) resolve(admitted.get(delivery.guid) ?? "duplicate");
    } catch (thrown) {
      // What PostgreSQL refuses of one delivery must not keep out the others.
      if (group.length > 1 && isAboutWrite(thrown))
        await Promise.all(group.map((arrival) => this.#insert([arrival])));
      else for (const { reject } of group) reject(thrown);
    }
  }
}
