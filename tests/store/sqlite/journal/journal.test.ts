/** Frames on disk: which are found again, and which are rejected. */
import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import type { Delivery } from "../../../../src/dispatcher/ports/inbox.ts";
import { frameOf, readFrame } from "../../../../src/store/sqlite/journal/frame.ts";
import { Journal, type Kept } from "../../../../src/store/sqlite/journal/journal.ts";
import { memorySegments } from "../../../../src/store/sqlite/journal/memory-segments.ts";
import type { SegmentFile } from "../../../../src/store/sqlite/journal/segment-files.ts";
import { delivery } from "../../../contracts/store/samples.ts";
import { failingFiles } from "./failing-files.ts";

function fileOf(bytes: Buffer): SegmentFile {
  return {
    write: async () => {},
    read: (at, length) => bytes.subarray(at, at + length),
    close: () => {},
  };
}

const bytesOf = (given: Delivery): Buffer => Buffer.concat(frameOf(given).parts);

const anyDelivery = fc
  .record({
    guid: fc.string(),
    event: fc.string(),
    action: fc.option(fc.string(), { nil: undefined }),
    repositoryId: fc.option(fc.string(), { nil: undefined }),
    payload: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
  })
  .map(({ guid, ...changes }) => delivery(guid, changes));

describe("a frame", () => {
  test("reading a frame returns the delivery that was written and the next frame's offset", () => {
    fc.assert(
      fc.property(anyDelivery, anyDelivery, (first, second) => {
        const bytes = Buffer.concat([bytesOf(first), bytesOf(second)]);
        const found = readFrame(fileOf(bytes), 0);
        const { payload, ...label } = first;
        expect(found?.label).toEqual(label);
        expect(bytes.subarray(found?.payloadAt, found?.end)).toEqual(payload);
        expect(readFrame(fileOf(bytes), found?.end ?? 0)?.label.guid).toBe(second.guid);
      }),
    );
  });

  test("A17 a frame that is torn at any position is not found", () => {
    const whole = bytesOf(delivery("a"));
    for (let length = 0; length < whole.length; length++)
      expect(readFrame(fileOf(whole.subarray(0, length)), 0)).toBeUndefined();
  });

  test("A17 a frame with a single flipped bit is not found", () => {
    const whole = bytesOf(delivery("a"));
    for (let bit = 0; bit < whole.length * 8; bit++) {
      const wrong = Buffer.from(whole);
      wrong[bit >> 3] = (wrong[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(readFrame(fileOf(wrong), 0)).toBeUndefined();
    }
  });

  test("no frame is found in random bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
        expect(readFrame(fileOf(Buffer.from(bytes)), 0)).toBeUndefined();
      }),
    );
  });
});

describe("the journal", () => {
  test("the journal returns where each payload lies, also for frames that share a write", async () => {
    const journal = new Journal(memorySegments(), 1);
    const guids = ["a", "b", "c"];
    const kept = await Promise.all(guids.map((guid) => journal.append(frameOf(delivery(guid)))));
    expect(kept.map(({ place }) => journal.read(place).toString())).toEqual(
      guids.map((guid) => `{"delivery":"${guid}"}`),
    );
  });

  test("reading ahead never takes bytes that a write under way may still change", async () => {
    const files = memorySegments();
    let finish = (): void => {};
    const journal = new Journal(
      {
        ...files,
        create: async (id) => {
          const file = await files.create(id);
          const write: SegmentFile["write"] = async (parts, at) => {
            // The file has its new length before it has the bytes.
            await file.write([Buffer.alloc(Buffer.concat([...parts]).length)], at);
            await new Promise<void>((resolve) => {
              finish = resolve;
            });
            await file.write(parts, at);
          };
          return { ...file, write };
        },
      },
      1,
    );
    const append = async (...guids: readonly string[]) => {
      const kept = guids.map((guid) => journal.append(frameOf(delivery(guid))));
      finish = () => {};
      await vi.waitFor(() => expect(journal.isResting).toBe(false));
      await new Promise(setImmediate);
      return { kept: Promise.all(kept), end: () => finish() };
    };
    const textOf = ({ place }: Kept): string => journal.read(place).toString();
    const first = await append("a", "b");
    first.end();
    const [a, b] = await first.kept;
    const second = await append("c", "d");
    if (a === undefined || b === undefined) throw new Error("Two were appended.");
    // The second of two that follow each other is read together with what comes after it.
    expect([a, b].map(textOf)).toEqual([`{"delivery":"a"}`, `{"delivery":"b"}`]);
    second.end();
    expect((await second.kept).map(textOf)).toEqual([`{"delivery":"c"}`, `{"delivery":"d"}`]);
  });

  test("the journal starts a new segment when the last is full, and forgets one that is dropped", async () => {
    const files = memorySegments();
    const journal = new Journal(files, 7, { segmentBytes: 1, framesPerWrite: 1 });
    for (const guid of ["a", "b", "c"]) await journal.append(frameOf(delivery(guid)));
    // The next is created before the last is full.
    expect([files.list(), journal.closed()]).toEqual([
      [7, 8, 9, 10],
      [7, 8],
    ]);
    journal.drop(7);
    expect([files.list(), journal.closed()]).toEqual([[8, 9, 10], [8]]);
    journal.close();
    await new Promise(setImmediate);
    expect(files.list()).toEqual([8, 9]);
  });

  test("A17 an append fails while the next segment cannot be created, and works once it can", async () => {
    const files = failingFiles();
    const journal = new Journal(files, 1, { segmentBytes: 1, framesPerWrite: 1 });
    files.makesFiles(false);
    await expect(journal.append(frameOf(delivery("a")))).rejects.toThrow("EMFILE");
    files.makesFiles(true);
    await journal.append(frameOf(delivery("b")));
    files.makesFiles(false);
    await journal.append(frameOf(delivery("c")));
    await expect(journal.append(frameOf(delivery("d")))).rejects.toThrow("EMFILE");
    files.makesFiles(true);
    const { place } = await journal.append(frameOf(delivery("e")));
    expect(journal.read(place).toString()).toBe('{"delivery":"e"}');
  });

  test("A17 appends whose durability is unknown are rejected and their segment is never written again", async () => {
    const files = failingFiles();
    const journal = new Journal(files, 1);
    await journal.append(frameOf(delivery("before")));
    files.fail(30);
    const failed = await Promise.allSettled(
      ["a", "b"].map((guid) => journal.append(frameOf(delivery(guid)))),
    );
    expect(failed.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    files.fail(undefined);
    const { place } = await journal.append(frameOf(delivery("after")));
    expect(place.segment).toBeGreaterThan(1);
    expect(journal.read(place).toString()).toBe('{"delivery":"after"}');
  });

  test("A17 a segment in which nothing could be written is removed", async () => {
    const files = failingFiles();
    const journal = new Journal(files, 1);
    files.fail(0);
    for (let i = 0; i < 3; i++)
      await expect(journal.append(frameOf(delivery("a")))).rejects.toThrow("ENOSPC");
    expect(files.list()).toEqual([]);
  });

  test("a closed journal refuses further frames", async () => {
    const journal = new Journal(memorySegments(), 1);
    const waiting = journal.append(frameOf(delivery("a")));
    journal.close();
    await expect(waiting).rejects.toThrow("The store is closed.");
    await expect(journal.append(frameOf(delivery("b")))).rejects.toThrow("The store is closed.");
  });
});
