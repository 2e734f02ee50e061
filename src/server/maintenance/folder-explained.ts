/** Explains what stands in the way in the data folder: something else than it needs, rights, or a full disk. */
import { statfsSync } from "node:fs";
import { isAbsolute, relative } from "node:path";
import { UserError } from "../../base/errors.ts";
import { sqliteCodeOf } from "./unusable-file.ts";

/** SQLite's codes for a disk that is full, and for one that fails. */
const [diskFull, diskFails] = [13, 10];

const otherHome = "or choose another data folder with --home or SIGNALBOX_HOME";

/** By the system's code: what is wrong with a path, and what would work. */
const faults: ReadonlyMap<string, (path: string) => string> = new Map([
  ["EEXIST", (path) => `${path} is in the way: a folder has to be there. Move it elsewhere, ${otherHome}.`],
  ["ENOTDIR", (path) => `${path} is in the way: a folder has to be there. Move it elsewhere, ${otherHome}.`],
  ["EISDIR", (path) => `${path} is a folder, and a file has to be there. Move it elsewhere, ${otherHome}.`],
  ["EACCES", (path) => `${path} cannot be read or written. Check its permissions, ${otherHome}.`],
  ["EPERM", (path) => `${path} cannot be read or written. Check its permissions, ${otherHome}.`],
  ["EROFS", (path) => `${path} is on a disk that is read-only. Make it writable, ${otherHome}.`],
  ["EIO", (path) => `${path} cannot be read or written: the disk fails. See the system's log, ${otherHome}.`],
]);

/** If `thrown` says that the data folder cannot be used, a message for its owner; otherwise `thrown` itself. */
export function folderExplained(thrown: unknown, home: string): unknown {
  if (thrown instanceof UserError || !(thrown instanceof Error)) return thrown;
  const code = "code" in thrown ? String(thrown.code) : "";
  const sqlite = sqliteCodeOf(thrown);
  const isFull = sqlite === diskFull || (sqlite === diskFails && hasNoSpace(home));
  if (isFull || code === "ENOSPC" || code === "EDQUOT")
    return new UserError(
      `The disk of the data folder ${home} is full. Free up space and start again; nothing was lost.`,
      { cause: thrown },
    );
  if (sqlite === diskFails)
    return new UserError(
      `The index in ${home} cannot be read or written: the disk fails. See the system's log, ${otherHome}.`,
      { cause: thrown },
    );
  const path = "path" in thrown && typeof thrown.path === "string" ? thrown.path : undefined;
  if (path === undefined || !isWithin(path, home)) return thrown;
  const message = faults.get(code)?.(path);
  return message === undefined ? thrown : new UserError(message, { cause: thrown });
}

const leastBytes = 64 * 1024;

/** SQLite says that the disk fails where its shared memory, a file of 32 KiB, finds no space. */
function hasNoSpace(home: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(home);
    return bavail * bsize < leastBytes;
  } catch {
    return false;
  }
}

function isWithin(path: string, home: string): boolean {
  const inside = relative(home, path);
  return !inside.startsWith("..") && !isAbsolute(inside);
}
