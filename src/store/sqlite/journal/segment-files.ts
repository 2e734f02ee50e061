/**
 * Numbered append-only files. Never write to a file again after a failed sync: the kernel may have dropped
 * the dirty pages, and a second sync would succeed without them.
 */
import {
  close,
  constants,
  fdatasync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  rm as remove,
  writev,
} from "node:fs";
import { open, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

export interface SegmentFile {
  /** Writes `parts` at offset `at`. Resolves once they survive a power failure. */
  readonly write: (parts: readonly Uint8Array[], at: number) => Promise<void>;
  /** Up to `length` bytes from offset `at`; fewer at the end of the file. */
  readonly read: (at: number, length: number) => Buffer;
  /** Closes the file once a write under way has ended. */
  readonly close: () => void;
}

export interface SegmentFiles {
  /** Ids of the existing segments, oldest first. */
  readonly list: () => readonly number[];
  /**
   * Resolves once the file and its directory entry are durable. Rejects if it exists or cannot be created.
   */
  readonly create: (id: number) => Promise<SegmentFile>;
  /** @throws Error if it does not exist */
  readonly open: (id: number) => SegmentFile;
  /** Returns before the file is gone. A file that cannot be removed is listed again by the next process. */
  readonly remove: (id: number) => void;
  /** Resolves if a file could be written and synced; otherwise rejects with the reason. Removes the file. */
  readonly probe: () => Promise<void>;
}

/** Large enough for a usual delivery and a new segment. */
const probeBytes = 65_536;

/**
 * On Linux, O_DSYNC makes the write itself wait for the disk. That saves a second job in the thread pool, and
 * a wait for a free thread on a busy machine. Elsewhere the flag guarantees less than a sync does.
 */
const writesWaitForDisk = process.platform === "linux";
const flags =
  constants.O_RDWR | constants.O_CREAT | constants.O_EXCL | (writesWaitForDisk ? constants.O_DSYNC : 0);

const nameForm = /^(\d{10})\.segment$/;

/** Segments in a directory, which is created if missing and only accessible to its owner. */
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
    // Freeing the blocks of a segment takes the disk some ten milliseconds.
    remove: (id) => remove(pathOf(id), { force: true }, () => {}),
    probe: () => probeIn(folder),
  };
}

/** Empty for files of other programs, such as `lost+found`. */
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

/** A new file survives a power failure only once its directory is synced too. */
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
      // A second time, the number may be that of another file.
      if (isClosed) return;
      isClosed = true;
      release();
    },
  };
}
