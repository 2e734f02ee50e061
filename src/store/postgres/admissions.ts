/**
 * Stores deliveries in groups: those that arrive during an insert share the next one. At most two inserts are under way,
 * so that one is prepared while the other becomes durable.
 */
import { promisify } from "node:util";
import { constants, zstdCompress, zstdCompressSync } from "node:zlib";
import type { Millis } from "../../base/clock.ts";
import type { Admission, Delivery } from "../../dispatcher/ports/inbox.ts";
import { DatabaseUnavailable } from "../shape/database-unavailable.ts";
import type { Connection } from "./database/connection.ts";
import { isUnavailable } from "./database/failure.ts";
import { writeAndWake } from "./database/wake-ups.ts";
import { isAboutWrite } from "./storage-faults.ts";
import { addDeliveries } from "./tables/delivery-table.ts";

/** The fastest compression level. */
const fast = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };
const compressInBackground = promisify(zstdCompress);
/**
 * Payloads up to this many bytes are compressed synchronously. Starting a background task costs more CPU time than
 * compressing the 20 kB that most deliveries have.
 */
const maxCompressedAtOnce = 256 * 1024;

async function compress(payload: Buffer): Promise<Buffer> {
  return payload.length > maxCompressedAtOnce
    ? compressInBackground(payload, fast)
    : zstdCompressSync(payload, fast);
}

const maxUnderWay = 2;
const maxInGroup = 256;
/** Bytes of a group before they are compressed, not counting its last payload. */
const maxBytesInGroup = 16 * 1024 * 1024;

/** A connection may be lost although PostgreSQL runs: for example, if this process was suspended in a transaction. */
const [retryForMs, retryDelayMs] = [5_000, 200];
/**
 * GitHub waits for ten seconds. A machine that is gone sends no error, so without this limit deliveries would wait, and
 * stay in memory, until their connection times out.
 */
const answeredWithinMs = 8_000;

interface Arrival {
  readonly delivery: Delivery;
  readonly at: Millis;
  readonly isRetry: boolean;
  /** A promise, so that deliveries keep the order of arrival, whichever payload is compressed first. */
  readonly body: Promise<Buffer>;
  readonly resolve: (admission: Admission) => void;
  readonly reject: (thrown: unknown) => void;
  /** Whether GitHub was told that it was not stored. */
  readonly isRefused: () => boolean;
}

export class Admissions {
  readonly #connection: Connection;
  /** By GUID, from the call until the answer. */
  readonly #arriving = new Map<string, Promise<Admission>>();
  /** By the hash of the body. */
  readonly #bodies = new Map<string, Promise<Admission>>();
  readonly #queue: Arrival[] = [];
  #underWay = 0;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async admit(delivery: Delivery): Promise<Admission> {
    const { guid, bodyHash } = delivery;
    const earlier = this.#arriving.get(guid);
    if (earlier !== undefined) return earlier.then((): Admission => "duplicate");
    // The database cannot detect two equal bodies that are inserted at the same time.
    const sameBody = this.#bodies.get(bodyHash);
    const arrival = this.#store(delivery, sameBody);
    this.#arriving.set(guid, arrival);
    this.#bodies.set(bodyHash, arrival);
    try {
      const admission = await arrival;
      this.#connection.onStep("delivery admitted");
      return admission;
    } finally {
      this.#arriving.delete(guid);
      if (this.#bodies.get(bodyHash) === arrival) this.#bodies.delete(bodyHash);
    }
  }

  /** @param sameBody an earlier delivery with the same body, which is stored first */
  #store(delivery: Delivery, sameBody: Promise<Admission> | undefined): Promise<Admission> {
    const body = compress(delivery.payload);
    // The group that takes it from the queue gets the error.
    body.catch(() => {});
    const at = this.#connection.clock.now();
    return new Promise<Admission>((resolve, reject) => {
      let isRefused = false;
      const timer = setTimeout(() => {
        isRefused = true;
        this.#forget(delivery);
        reject(new DatabaseUnavailable("PostgreSQL did not store the delivery in time."));
      }, answeredWithinMs);
      const arrival: Arrival = {
        delivery,
        at,
        isRetry: false,
        body,
        isRefused: () => isRefused,
        resolve: (admission) => {
          clearTimeout(timer);
          resolve(admission);
        },
        reject: (thrown) => {
          clearTimeout(timer);
          reject(thrown);
        },
      };
      const queue = (): void => this.#enqueue(arrival);
      if (sameBody === undefined) queue();
      else sameBody.then(queue, queue);
    });
  }

  #enqueue(arrival: Arrival): void {
    this.#queue.push(arrival);
    // Those that arrive in this turn of the loop share the group.
    setImmediate(() => this.#next());
  }

  #forget(delivery: Delivery): void {
    const place = this.#queue.findIndex((arrival) => arrival.delivery === delivery);
    if (place !== -1) this.#queue.splice(place, 1);
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
    const end = this.#queue.findIndex(({ delivery: { payload } }, at) => {
      const isFull = at === maxInGroup || bytes >= maxBytesInGroup;
      bytes += payload.length;
      return isFull;
    });
    return this.#queue.splice(0, end === -1 ? this.#queue.length : end);
  }

  /** Never rejects. */
  async #insert(group: readonly Arrival[]): Promise<void> {
    try {
      const packed = await Promise.all(
        group.map(async ({ delivery, body }) => ({ delivery, body: await body })),
      );
      const admissions = await writeAndWake(this.#connection, async (queries, wake) => {
        const added = await addDeliveries(queries, packed);
        wake(added.installations);
        return added.admissions;
      });
      for (const { delivery, isRetry, resolve } of group) {
        const admission = admissions.get(delivery.guid) ?? "duplicate";
        // The first try may have been committed although its connection was lost. GitHub has had no answer, so this delivery
        // is new.
        resolve(isRetry && admission === "duplicate" ? "new" : admission);
      }
    } catch (thrown) {
      // A delivery that PostgreSQL rejects must not affect the others.
      if (group.length > 1 && isAboutWrite(thrown))
        await Promise.all(group.map((arrival) => this.#insert([arrival])));
      else await this.#retry(group, thrown);
    }
  }

  async #retry(group: readonly Arrival[], thrown: unknown): Promise<void> {
    const { clock } = this.#connection;
    const now = clock.now();
    const mayRetry = ({ at, isRetry, isRefused }: Arrival): boolean =>
      isUnavailable(thrown) && !isRefused() && (!isRetry || now - at < retryForMs);
    const again = group.filter(mayRetry).map((arrival) => ({ ...arrival, isRetry: true }));
    for (const arrival of group) if (!mayRetry(arrival)) arrival.reject(thrown);
    if (again.length === 0) return;
    await clock.sleep(retryDelayMs);
    this.#queue.unshift(...again.filter(({ isRefused }) => !isRefused()));
  }
}
