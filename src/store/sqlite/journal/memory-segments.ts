/** Segments in memory, for a store that keeps nothing. A write counts as durable immediately. */
import { Defect } from "../../../base/errors.ts";
import type { SegmentFile, SegmentFiles } from "./segment-files.ts";

export function memorySegments(): SegmentFiles {
  const files = new Map<number, SegmentFile>();
  return {
    list: () => [...files.keys()],
    create: async (id) => {
      const file = memorySegment();
      files.set(id, file);
      return file;
    },
    open: (id) => {
      const file = files.get(id);
      if (file === undefined) throw new Defect(`There is no segment ${id}.`);
      return file;
    },
    remove: (id) => void files.delete(id),
    probe: async () => {},
  };
}

function memorySegment(): SegmentFile {
  let bytes = Buffer.alloc(0);
  return {
    write: async (parts, at) => {
      bytes = Buffer.concat([bytes.subarray(0, at), ...parts]);
    },
    read: (at, length) => bytes.subarray(at, at + length),
    close: () => {},
  };
}
