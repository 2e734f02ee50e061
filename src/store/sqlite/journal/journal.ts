/**
 * Appends deliveries to disk before they are acknowledged. Those that arrive during a sync share the next
 * write and the next sync. Payloads stay out of SQLite: at 20 kB each they would pass through its log and
 * checkpoints, on the thread that takes the next delivery.
 */
import { Defect } from "../../../base/errors.ts";
import type { Frame } from "./frame.ts";
import type { SegmentFile, SegmentFiles } from "./segment-files.ts";

/** Where a payload is stored. */
export interface Place {
  readonly segment: number;
  /** Length in bytes. */
  readonly at: number;
  readonly length: number;
}

/** Where an appended frame's payload is stored, and the frame's end in its segment. */
export interface Kept {
  readonly place: Place;
  readonly end: number;
}

export interface JournalLimits {
  /** A segment of at least this size is closed. */
  readonly segmentBytes: number;
  readonly framesPerWrite: number;
}

const journalLimits: JournalLimits = { segmentBytes: 32 * 1024 * 1024, framesPerWrite: 256 };

interface PendingFrame {
  readonly frame: Frame;
  readonly resolve: (kept: Kept) => void;
  readonly reject: (reason: unknown) => void;
}

interface Segment {
  readonly id: number;
  readonly file: SegmentFile;
  end: number;
}

/**
 * A pass takes deliveries in the order in which they were stored, so one read is enough for several: twice as much with each
 * that follows the one before, and so much at most.
 */
const readAheadBytes = 256 * 1024;
/** The most between one payload and the next: the label. */
const maxGapBytes = 1024;

interface ReadPart {
  readonly segment: number;
  readonly at: number;
  /** How many bytes were asked for: there may have been fewer yet. */
  readonly wanted: number;
  readonly bytes: Buffer;
}

export class Journal {
  readonly #files: SegmentFiles;
  readonly #limits: JournalLimits;
  /** Segments that accept no more frames, with their file if it is open. */
  readonly #closed = new Map<number, SegmentFile | undefined>();
  #current: Segment | undefined;
  /** Created ahead of need, since creating it waits for the disk. */
  #next: Promise<Segment> | undefined;
  #nextId: number;
  #waiting: PendingFrame[] = [];
  #lastRead: ReadPart | undefined;
  #isWriting = false;
  #isClosed = false;
  /** Called when everything appended is durable and no write is pending. */
  onRest: () => void = () => {};
  /** Called after each write, with the error if it failed. */
  onWritten: (thrown?: unknown) => void = () => {};

  /** @param firstId an id that no segment has ever had */
  constructor(files: SegmentFiles, firstId: number, limits: JournalLimits = journalLimits) {
    this.#files = files;
    this.#limits = limits;
    for (const id of files.list()) this.#closed.set(id, undefined);
    this.#nextId = firstId;
  }

  /**
   * Resolves once the frame is durable. A rejection leaves it unknown: a restart may still find the frame.
   */
  append(frame: Frame): Promise<Kept> {
    if (this.#isClosed) return Promise.reject(new Defect("The store is closed."));
    return new Promise((resolve, reject) => {
      this.#waiting.push({ frame, resolve, reject });
      if (this.#waiting.length === 1 && !this.#isWriting) setImmediate(() => this.#write());
    });
  }

  get isResting(): boolean {
    return !this.#isWriting && this.#waiting.length === 0;
  }

  /** @throws Error if the segment is missing or cannot be read */
  read(place: Place): Buffer {
    const last = this.#lastRead;
    if (last !== undefined && holds(last, place)) return cut(last, place);
    const { segment, at, length } = place;
    const isNext = last !== undefined && follows(last, place);
    const wanted = isNext ? Math.min(2 * last.wanted, readAheadBytes) : length;
    const bytes = Math.max(length, this.#readable(place, wanted));
    const read = { segment, at, wanted, bytes: this.file(segment).read(at, bytes) };
    this.#lastRead = length > readAheadBytes ? undefined : read;
    return cut(read, place);
  }

  /** How many bytes may be read ahead from there: none that a write under way may still change. */
  #readable({ segment, at }: Place, wanted: number): number {
    const written = this.#current?.id === segment ? this.#current.end - at : wanted;
    return Math.min(written, wanted);
  }

  file(id: number): SegmentFile {
    if (this.#current?.id === id) return this.#current.file;
    const file = this.#closed.get(id) ?? this.#files.open(id);
    if (this.#closed.has(id)) this.#closed.set(id, file);
    return file;
  }

  /** Segments that accept no more frames, oldest first. */
  closed(): readonly number[] {
    return [...this.#closed.keys()];
  }

  /** Deletes a closed segment. */
  drop(id: number): void {
    if (this.#lastRead?.segment === id) this.#lastRead = undefined;
    this.#closed.get(id)?.close();
    this.#closed.delete(id);
    this.#files.remove(id);
  }

  /** Tests whether the disk accepts writes again. Rejects with the error if not. */
  async probe(): Promise<void> {
    try {
      await this.#files.probe();
      this.onWritten();
    } catch (error) {
      this.onWritten(error);
      throw error;
    }
  }

  /** Accepts no more frames. Appends under way still resolve or reject. */
  close(): void {
    this.#isClosed = true;
    for (const { reject } of this.#waiting.splice(0)) reject(new Defect("The store is closed."));
    this.#current?.file.close();
    this.#next?.then(
      (segment) => this.#discard(segment),
      () => {},
    );
    for (const file of this.#closed.values()) file?.close();
  }

  #write(): void {
    const group = this.#waiting.splice(0, this.#limits.framesPerWrite);
    if (group.length === 0) return;
    this.#isWriting = true;
    void this.#keep(group).finally(() => {
      this.#isWriting = false;
      this.#write();
      if (this.isResting) this.onRest();
    });
  }

  async #keep(group: readonly PendingFrame[]): Promise<void> {
    try {
      const segment = await this.#roomy();
      const begin = segment.end;
      await segment.file.write(
        group.flatMap(({ frame }) => frame.parts),
        begin,
      );
      this.onWritten();
      for (const { frame, resolve } of group) resolve(this.#place(segment, frame));
      if (segment.end >= this.#limits.segmentBytes / 2) this.#prepare();
    } catch (error) {
      // After a failed write, what the disk has of this segment is unknown.
      this.#retire();
      if (!this.#isClosed) this.onWritten(error);
      for (const { reject } of group) reject(error);
    }
  }

  #place(segment: Segment, { parts: [front, payload], bytes }: Frame): Kept {
    const at = segment.end + front.length;
    segment.end += bytes;
    return { place: { segment: segment.id, at, length: payload.length }, end: segment.end };
  }

  /** The segment to write to: a new one if the last is full or failed. */
  async #roomy(): Promise<Segment> {
    if (this.#current !== undefined && this.#current.end < this.#limits.segmentBytes) return this.#current;
    this.#retire();
    const made = this.#prepare();
    this.#next = undefined;
    const segment = await made;
    if (this.#isClosed) {
      this.#discard(segment);
      throw new Defect("The store is closed.");
    }
    this.#current = segment;
    return segment;
  }

  /** Creates the next segment, once. Every caller gets the same promise, with its error. */
  #prepare(): Promise<Segment> {
    if (this.#next !== undefined) return this.#next;
    const id = this.#nextId++;
    this.#next = this.#files.create(id).then((file) => ({ id, file, end: 0 }));
    this.#next.catch(() => {});
    return this.#next;
  }

  #discard({ id, file }: Segment): void {
    file.close();
    this.#files.remove(id);
  }

  /** Closes the current segment, or deletes it if it has no complete frame. */
  #retire(): void {
    const segment = this.#current;
    this.#current = undefined;
    if (segment === undefined) return;
    this.#closed.set(segment.id, segment.file);
    if (segment.end === 0) this.drop(segment.id);
  }
}

function holds(part: ReadPart, { segment, at, length }: Place): boolean {
  return part.segment === segment && at >= part.at && at + length <= part.at + part.bytes.length;
}

function follows(part: ReadPart, { segment, at }: Place): boolean {
  const gap = at - part.at - part.bytes.length;
  return part.segment === segment && gap <= maxGapBytes && at >= part.at;
}

function cut(part: ReadPart, { at, length }: Place): Buffer {
  const from = at - part.at;
  return part.bytes.subarray(from, from + length);
}
