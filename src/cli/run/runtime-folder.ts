/** Where the files of a running process belong: they are gone after a restart, and only their user can read them. */
import { statSync } from "node:fs";
import { tmpdir } from "node:os";
import type { Environment } from "../../programs/withheld.ts";

export function runtimeFolder({ XDG_RUNTIME_DIR: folder }: Environment): string {
  const isThere = folder !== undefined && statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;
  return isThere ? folder : tmpdir();
}
