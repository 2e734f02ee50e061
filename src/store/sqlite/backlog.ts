/**
 * The backlog: deliveries that are durable in the journal and not yet indexed in SQLite. Rows are written
 * later, in batches, because they can be recreated from the journal: the 202 must not wait for them. A GUID
 * counts as known from the moment it arrives, so a delivery is never stored twice.
 */
import { Defect } from "../../base/errors.ts";
import type { Admission, Delivery } from "../../dispatcher/ports/inbox.ts";
import type { Connection } from "./database/connection.ts";
import { type FrameLabel, frameOf, readFrame } from "./journal/frame.ts";
import type { Journal, Kept } from "./journal/journal.ts";
import type { DeliveryTable } from "./tables/deliveries/delivery-table.ts";
import type { SegmentTable } from "./tables/deliveries/segment-table.ts";

/**
 * Rows for one transaction when a caller needs them, as many as one reconcile pass takes. It blocks the event
 * loop for some milliseconds.
 */
const rowsAtOnce = 512;
/**
 * Rows for one transaction while the endpoint is idle. Kept small because a request may arrive at any time.
 */
const rowsInQuiet = 128;
/**
 * How many rows of earlier processes the filter of known deliveries reads per step while the endpoint is
 * idle.
 */
const filteredInQuiet = 1_024;
/**
 * Rows for one transaction under load, plus one for each delivery above the ordinary backlog, so that it
 * cannot grow without bound.
 */
const rowsBetween = 32;
/** The same at startup, which they delay by some 30 ms: enough for a database of ordinary size. */
const filteredAtStart = 10_000;
/** The endpoint counts as idle after this long without a request; gaps within a burst are shorter. */
const quietMs = 20;
/**
 * Above this backlog, rows are written under load too: the backlog takes memory, and a restart has to index
 * it.
 */
const ordinaryWithoutRow = 4_096;
/**
 * At this backlog SQLite must have been failing, and the endpoint refuses deliveries: a restart has to read
 * them all.
 */
const maxWithoutRow = 20_000;

interface Arrival extends Kept {
  readonly label: FrameLabel;
}

export class Backlog {
  readonly #connection: Connection;
  readonly #journal: Journal;
  readonly #deliveries: DeliveryTable;
  readonly #segments: SegmentTable;
  /** Being written to the journal, by GUID. */
  readonly #arriving = new Map<string, Promise<Kept>>();
  /** In the journal without a row, by GUID, in the order of the journal. */
  readonly #kept = new Map<string, Arrival>();
  /** Hashes of the bodies in both maps. */
  readonly #bodies = new Set<string>();
  #scheduled: NodeJS.Immediate | undefined;
  #quiet: NodeJS.Timeout | undefined;

  constructor(connection: Connection, journal: Journal, deliveries: DeliveryTable, segments: SegmentTable) {
    this.#connection = connection;
    this.#journal = journal;
    this.#deliveries = deliveries;
    this.#segments = segments;
    journal.onRest = () => this.#whenQuiet();
  }

  async admit(delivery: Delivery): Promise<Admission> {
    const { guid, bodyHash } = delivery;
    const earlier = this.#arriving.get(guid);
    if (earlier !== undefined) return earlier.then((): Admission => "duplicate");
    const known = this.#kept.has(guid) ? "guid" : this.#deliveries.known(delivery);
    if (known === "guid") return "duplicate";
    if (this.#kept.size >= maxWithoutRow) throw new Defect("The database takes no rows.");
    const isReplay = known === "body" || this.#bodies.has(bodyHash);
    await this.#keep(delivery);
    return isReplay ? "suspected replay" : "new";
  }

  /** The `guids` that have neither a row nor a place in the journal. */
  missing(guids: readonly string[]): readonly string[] {
    return this.#deliveries.missing(guids).filter((guid) => !this.#kept.has(guid));
  }

  get size(): number {
    return this.#kept.size;
  }

  /** The oldest segment that may hold deliveries without a row; Infinity for an empty backlog. */
  oldestSegment(): number {
    for (const { place } of this.#kept.values()) return place.segment;
    return Infinity;
  }

  /** Indexes the backlog, oldest first, until each of `guids` has its row. @throws Error of SQLite */
  indexRows(guids: readonly string[]): void {
    while (guids.some((guid) => this.#kept.has(guid))) this.takeUpSome();
  }

  /** Indexes the oldest deliveries of the backlog, at most `limit`. @throws Error of SQLite */
  takeUpSome(limit = rowsAtOnce): void {
    if (this.#kept.size === 0) return;
    const backlog = firstOf(this.#kept.values(), limit);
    this.#connection.writeNow(() => {
      for (const { label, place } of backlog) this.#deliveries.add(label, place);
      const ends = new Map(backlog.map(({ place, end }) => [place.segment, end]));
      for (const [segment, end] of ends) this.#segments.save(segment, end);
    });
    for (const { label } of backlog) {
      this.#kept.delete(label.guid);
      this.#bodies.delete(label.bodyHash);
    }
    this.#connection.onStep("deliveries taken up");
  }

  /** Reads back what an earlier process journalled without a row. A torn frame ends its segment. */
  recover(): void {
    for (const segment of this.#journal.closed()) {
      const file = this.#journal.file(segment);
      for (let at = this.#segments.takenUp(segment); ; ) {
        const frame = readFrame(file, at);
        if (frame === undefined) break;
        const { label, payloadAt, end } = frame;
        this.#note(label, { place: { segment, at: payloadAt, length: end - payloadAt }, end });
        if (this.#kept.size >= rowsAtOnce) this.takeUpSome();
        at = end;
      }
    }
    this.takeUpSome();
    this.#deliveries.filterMore(filteredAtStart);
    if (!this.#deliveries.isFiltered) this.#whenQuiet();
  }

  async #keep(delivery: Delivery): Promise<void> {
    const frame = frameOf(delivery);
    const { label } = frame;
    const arrival = this.#journal.append(frame);
    this.#arriving.set(label.guid, arrival);
    this.#bodies.add(label.bodyHash);
    try {
      this.#note(label, await arrival);
    } catch (error) {
      this.#bodies.delete(label.bodyHash);
      throw error;
    } finally {
      this.#arriving.delete(label.guid);
    }
    this.#connection.onStep("delivery admitted");
    if (this.#kept.size > ordinaryWithoutRow) this.#takeUpBetween();
  }

  #note(label: FrameLabel, kept: Kept): void {
    this.#kept.set(label.guid, { label, ...kept });
  }

  #whenQuiet(): void {
    this.#quiet ??= setTimeout(() => this.#takeUpAll(), quietMs).unref();
    this.#quiet.refresh();
  }

  /** Runs until the next request arrives. */
  #takeUpAll(): void {
    if (this.#connection.isHeld()) this.#whenQuiet();
    else if (this.#journal.isResting && this.#tried(() => this.#takeUpInQuiet()) && !this.#isDone())
      setImmediate(() => this.#takeUpAll());
  }

  #takeUpInQuiet(): void {
    this.takeUpSome(rowsInQuiet);
    if (this.#kept.size === 0) this.#deliveries.filterMore(filteredInQuiet);
  }

  #isDone(): boolean {
    return this.#kept.size === 0 && this.#deliveries.isFiltered;
  }

  /** Deferred until pending requests have been read: the webhook endpoint comes first. */
  #takeUpBetween(): void {
    this.#scheduled ??= setImmediate(() => {
      this.#scheduled = undefined;
      // The next delivery retries.
      if (this.#connection.isHeld()) return;
      const limit = rowsBetween + Math.max(0, this.#kept.size - ordinaryWithoutRow);
      this.#tried(() => this.takeUpSome(limit));
    });
  }

  /**
   * Swallows SQLite errors: the journal keeps the deliveries, and a reader of due deliveries gets the error.
   */
  #tried(work: () => void): boolean {
    try {
      work();
      return true;
    } catch {
      return false;
    }
  }
}

function firstOf<T>(values: Iterable<T>, count: number): readonly T[] {
  const first: T[] = [];
  for (const value of values) {
    if (first.length === count) break;
    first.push(value);
  }
  return first;
}
