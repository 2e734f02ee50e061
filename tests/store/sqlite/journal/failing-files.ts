/** Segments whose disk fails on demand. */
import { memorySegments } from "../../../../src/store/sqlite/journal/memory-segments.ts";
import type { SegmentFile, SegmentFiles } from "../../../../src/store/sqlite/journal/segment-files.ts";

export interface FailingFiles extends SegmentFiles {
  /** The next writes store only this many of their bytes and fail; undefined makes them work again. */
  readonly fail: (leaving: number | undefined) => void;
  /** Whether new files can be created. */
  readonly makesFiles: (isMaking: boolean) => void;
}

export function failingFiles(): FailingFiles {
  const files = memorySegments();
  let left: number | undefined;
  let isMakingFiles = true;
  const failing = (file: SegmentFile): SegmentFile => ({
    ...file,
    write: async (parts, at) => {
      if (left === undefined) return file.write(parts, at);
      await file.write([Buffer.concat(parts).subarray(0, left)], at);
      throw new Error("ENOSPC: no space left on device");
    },
  });
  return {
    ...files,
    create: async (id) => {
      if (!isMakingFiles) throw new Error("EMFILE: too many open files");
      return failing(await files.create(id));
    },
    makesFiles: (isMaking) => {
      isMakingFiles = isMaking;
    },
    fail: (leaving) => {
      left = leaving;
    },
  };
}
