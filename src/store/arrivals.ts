/**
 * Deliveries between the door and their rows: first in the journal, where they are safe, then, many at once, in SQLite,
 * where they are found. A newcomer would write the rows before the 202: they can be made again from the journal, so
 * nobody has to wait for them. A GUID is known from the moment it arrives, so one never gets in twice.
 */
import { Defect } from "../base/errors.ts";
import type { Admission, Delivery } from "../dispatcher/ports/inbox.ts";
import type { Connection } from "./database/connection.ts";
import { frameOf, type Label, readFrame } from "./journal/frame.ts";
import type { Journal, Kept } from "./journal/journal.ts";
import type { DeliveryTable } from "./tables/delivery-table.ts";
import type { SegmentTable } from "./tables/segment-table.ts";

/** Rows made in one transaction for who asks, as many as a cycle takes: some milliseconds in which nobody is served. */
const rowsAtOnce = 512;
/** The same in quiet: somebody may knock. */
const rowsInQuiet = 128;
/** The same while others knock; and one more for each that is too many without one, so that they never pile up. */
const rowsBetween = 32;
/** Nobody knocks when nobody did for so long: between two of a burst there is rest for a moment, too. */
const quietMs = 20;
/** So many without a row, and more are made although others knock: memory, and a start that has to make them. */
const ordinaryWithoutRow = 4_096;
/** So many without a row, because SQLite takes none, and the door closes: a start has to read them all. */
const maxWithoutRow = 20_000;

interface Arrival extends Kept {
  readonly label: Label;
}

export class Arrivals {
  readonly #connection: Connection;
  readonly #journal: Journal;
  readonly #deliveries: DeliveryTable;
  readonly #segments: SegmentTable;
  /** By GUID: on their way to the disk. */
  readonly #arriving = new Map<string, Promise<Kept>>();
  /** By GUID, in the order of the journal: on the disk, without a row. */
  readonly #kept = new Map<string, Arrival>();
  /** Bodies of both. */
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

  /** Those of `guids` that have neither a row nor a place in the journal. */
  missing(guids: readonly string[]): readonly string[] {
    return this.#deliveries.missing(guids).filter((guid) => !this.#kept.has(guid));
  }

  get size(): number {
    return this.#kept.size;
  }

  /** Segments from here on may hold deliveries without a row. */
  oldestSegment(): number {
    for (const { place } of this.#kept.values()) return place.segment;
    return Infinity;
  }

  /** Gives a row to each of `guids` that has none. @throws Error of SQLite */
  takeUp(guids: readonly string[]): void {
    while (guids.some((guid) => this.#kept.has(guid))) this.takeUpSome();
  }

  /** Gives rows to those that wait longest, if any do. @throws Error of SQLite */
  takeUpSome(limit = rowsAtOnce): void {
    if (this.#kept.size === 0) return;
    const arrivals = firstOf(this.#kept.values(), limit);
    this.#connection.writeNow(() => {
      for (const { label, place } of arrivals) this.#deliveries.add(label, place);
      const ends = new Map(arrivals.map(({ place, end }) => [place.segment, end]));
      for (const [segment, end] of ends) this.#segments.save(segment, end);
    });
    for (const { label } of arrivals) {
      this.#kept.delete(label.guid);
      this.#bodies.delete(label.bodyHash);
    }
    this.#connection.onStep("deliveries taken up");
  }

  /** Finds what an earlier process kept and gave no row. A frame that was torn off ends its segment. */
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

  #note(label: Label, kept: Kept): void {
    this.#kept.set(label.guid, { label, ...kept });
  }

  #whenQuiet(): void {
    this.#quiet ??= setTimeout(() => this.#takeUpAll(), quietMs).unref();
    this.#quiet.refresh();
  }

  /** Until somebody knocks. */
  #takeUpAll(): void {
    if (this.#journal.isResting && this.#tryTakeUp(rowsInQuiet) && this.#kept.size > 0)
      setImmediate(() => this.#takeUpAll());
  }

  /** When whoever knocks has been heard: the door goes first. */
  #takeUpBetween(): void {
    this.#scheduled ??= setImmediate(() => {
      this.#scheduled = undefined;
      this.#tryTakeUp(rowsBetween + Math.max(0, this.#kept.size - ordinaryWithoutRow));
    });
  }

  /** Where SQLite takes no rows, whoever asks what is due hears of it; the journal has them meanwhile. */
  #tryTakeUp(limit: number): boolean {
    try {
      this.takeUpSome(limit);
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
