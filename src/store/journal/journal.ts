/**
 * Deliveries on the disk, one behind the other, before anybody hears of them. Those that come while the disk is waited
 * for share the next write and the next wait. A newcomer would put them into SQLite: each 20 kB payload would go
 * through its log and its checkpoints, on the one thread that takes the next delivery.
 */
import { Defect } from "../../base/errors.ts";
import type { Frame } from "./frame.ts";
import type { SegmentFile, SegmentFiles } from "./segment-files.ts";

/** Where a payload lies. */
export interface Place {
  readonly segment: number;
  /** In bytes. */
  readonly at: number;
  readonly length: number;
}

/** What became of a frame: where its payload lies, and where it ends in its segment. */
export interface Kept {
  readonly place: Place;
  readonly end: number;
}

export interface JournalLimits {
  /** A segment with that many bytes takes no more. */
  readonly segmentBytes: number;
  readonly framesPerWrite: number;
}

const journalLimits: JournalLimits = { segmentBytes: 32 * 1024 * 1024, framesPerWrite: 256 };

interface Waiting {
  readonly frame: Frame;
  readonly resolve: (kept: Kept) => void;
  readonly reject: (reason: unknown) => void;
}

interface Segment {
  readonly id: number;
  readonly file: SegmentFile;
  end: number;
}

export class Journal {
  readonly #files: SegmentFiles;
  readonly #limits: JournalLimits;
  /** Segments that take no more, with their file where it is open. */
  readonly #closed = new Map<number, SegmentFile | undefined>();
  #current: Segment | undefined;
  /** Made ahead of need, as that waits for the disk. */
  #next: Promise<Segment> | undefined;
  #nextId: number;
  #waiting: Waiting[] = [];
  #isWriting = false;
  #isClosed = false;
  /** Called when all that came is on the disk and nothing more waits for it. */
  onRest: () => void = () => {};
  /** Called after each write with why it failed, or with nothing. */
  onWritten: (thrown?: unknown) => void = () => {};

  /** @param firstId a number that no segment has had before */
  constructor(files: SegmentFiles, firstId: number, limits: JournalLimits = journalLimits) {
    this.#files = files;
    this.#limits = limits;
    for (const id of files.list()) this.#closed.set(id, undefined);
    this.#nextId = firstId;
  }

  /** Resolves when the frame is on the disk. Rejects when it cannot be known to be: it may be found there all the same. */
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

  /** @throws Error where the segment is gone or cannot be read */
  read({ segment, at, length }: Place): Buffer {
    return this.file(segment).read(at, length);
  }

  file(id: number): SegmentFile {
    if (this.#current?.id === id) return this.#current.file;
    const file = this.#closed.get(id) ?? this.#files.open(id);
    if (this.#closed.has(id)) this.#closed.set(id, file);
    return file;
  }

  /** Segments that take no more, oldest first. */
  closed(): readonly number[] {
    return [...this.#closed.keys()];
  }

  /** Deletes a segment that takes no more. */
  drop(id: number): void {
    this.#closed.get(id)?.close();
    this.#closed.delete(id);
    this.#files.remove(id);
  }

  /** Finds out whether the disk takes something again. Rejects with why not. */
  async probe(): Promise<void> {
    try {
      await this.#files.probe();
      this.onWritten();
    } catch (error) {
      this.onWritten(error);
      throw error;
    }
  }

  /** Takes no more. What is on its way to the disk is told when it is there. */
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

  async #keep(group: readonly Waiting[]): Promise<void> {
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
      // What the disk has of this segment is unknown from here on.
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

  /** The segment to write to: a new one where the last is full or failed. */
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

  /** Makes the next segment, once. Whoever needs it hears whether that went well. */
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

  /** Writes no more to the present segment. One without a whole frame is of no use. */
  #retire(): void {
    const segment = this.#current;
    this.#current = undefined;
    if (segment === undefined) return;
    this.#closed.set(segment.id, segment.file);
    if (segment.end === 0) this.drop(segment.id);
  }
}
