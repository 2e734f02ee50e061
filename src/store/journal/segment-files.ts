/**
 * Files that are only ever added to, numbered one after the other. A newcomer would ask a file again to sync what it
 * once failed to: the system may have dropped those pages and say yes, so a file that failed once is never written again.
 */
import {
  close,
  constants,
  fdatasync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  writev,
} from "node:fs";
import { open, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

export interface SegmentFile {
  /** Writes `parts` from `at` on. Resolves when they survive a power cut. */
  readonly write: (parts: readonly Uint8Array[], at: number) => Promise<void>;
  /** Up to `length` bytes from `at` on; fewer at the end. */
  readonly read: (at: number, length: number) => Buffer;
  /** When a write under way has ended. */
  readonly close: () => void;
}

export interface SegmentFiles {
  /** Numbers of the segments that are there, oldest first. */
  readonly list: () => readonly number[];
  /** Resolves when the file will be found again. Rejects where it exists, or cannot be made. */
  readonly create: (id: number) => Promise<SegmentFile>;
  /** @throws Error where there is none */
  readonly open: (id: number) => SegmentFile;
  readonly remove: (id: number) => void;
  /** Resolves when a file could be written and synced; rejects with what stands in the way. Leaves nothing. */
  readonly probe: () => Promise<void>;
}

/** Room for a delivery of the usual size and for a new segment. */
const probeBytes = 65_536;

/**
 * On Linux a write may itself wait for the disk: one errand for the thread pool instead of two, and on a busy machine each
 * waits its turn. Elsewhere that flag promises less than a sync does.
 */
const writesWaitForDisk = process.platform === "linux";
const flags =
  constants.O_RDWR | constants.O_CREAT | constants.O_EXCL | (writesWaitForDisk ? constants.O_DSYNC : 0);

const nameForm = /^(\d{10})\.segment$/;

/** Segments in a folder, made if absent and for its owner alone. */
export function segmentFilesIn(folder: string): SegmentFiles {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const pathOf = (id: number): string => join(folder, `${String(id).padStart(10, "0")}.segment`);
  return {
    list: () =>
      readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isFile())
        .flatMap(({ name }) => idIn(name))
        .sort((a, b) => a - b),
    create: async (id) => {
      const file = segmentFile(openSync(pathOf(id), flags, 0o600));
      try {
        await syncFolder(folder);
        return file;
      } catch (thrown) {
        file.close();
        throw thrown;
      }
    },
    open: (id) => segmentFile(openSync(pathOf(id), "r")),
    remove: (id) => rmSync(pathOf(id), { force: true }),
    probe: () => probeIn(folder),
  };
}

/** Nothing for what somebody else put there, such as `lost+found`. */
function idIn(name: string): readonly number[] {
  const [, id] = nameForm.exec(name) ?? [];
  return id === undefined ? [] : [Number(id)];
}

async function probeIn(folder: string): Promise<void> {
  const path = join(folder, `probe-${process.pid}`);
  try {
    await writeFile(path, Buffer.alloc(probeBytes), { mode: 0o600, flush: true });
  } finally {
    await rm(path, { force: true });
  }
}

/** A new file is only found again when the folder that names it is on the disk too. */
async function syncFolder(folder: string): Promise<void> {
  await using handle = await open(folder, "r");
  await handle.sync();
}

function segmentFile(handle: number): SegmentFile {
  let underWay = 0;
  let isClosed = false;
  const release = (): void => {
    if (isClosed && underWay === 0) close(handle, () => {});
  };
  return {
    write: (parts, at) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const end = (error: Error | null): void => {
        underWay -= 1;
        release();
        if (error === null) resolve();
        else reject(error);
      };
      const bytes = parts.reduce((sum, part) => sum + part.length, 0);
      underWay += 1;
      writev(handle, parts, at, (error, written) => {
        if (error !== null) end(error);
        else if (written < bytes) end(new Error(`Only ${written} of ${bytes} bytes could be written.`));
        else if (writesWaitForDisk) end(null);
        else fdatasync(handle, end);
      });
      return promise;
    },
    read: (at, length) => {
      const bytes = Buffer.allocUnsafe(length);
      let have = 0;
      for (let read = -1; read !== 0 && have < length; have += read)
        read = readSync(handle, bytes, have, length - have, at + have);
      return bytes.subarray(0, have);
    },
    close: () => {
      isClosed = true;
      release();
    },
  };
}
