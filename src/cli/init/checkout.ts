/**
 * Reads and writes the files of a checkout. Refuses everything but regular files in regular directories
 * before writing anything: a symbolic link could lead outside the checkout.
 */
import { lstatSync, mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { UserError } from "../../base/errors.ts";
import type { Change } from "./change.ts";

/** No installed file is larger, not even after people have extended it. */
export const maxFileBytes = 1024 * 1024;

/** @throws UserError unless `folder` is a directory */
export function expectFolder(folder: string): void {
  if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return;
  throw new UserError(`${folder} is not a folder. Give the root of a checkout with --dir.`);
}

/**
 * @param path with forward slashes, relative to `folder`
 * @returns undefined if there is no such file
 * @throws UserError if it is not a regular file
 */
export function readIn(folder: string, path: string): string | undefined {
  const steps = path.split("/");
  for (let length = 1; length < steps.length; length++) {
    const part = join(folder, ...steps.slice(0, length));
    const found = lstatSync(part, { throwIfNoEntry: false });
    if (found === undefined) return undefined;
    if (!found.isDirectory()) throw unfit(part);
  }
  const whole = join(folder, ...steps);
  const found = lstatSync(whole, { throwIfNoEntry: false });
  if (found === undefined) return undefined;
  if (!found.isFile() || found.size > maxFileBytes) throw unfit(whole);
  return readFileSync(whole, "utf8");
}

function unfit(path: string): UserError {
  return new UserError(
    `${path} is not a regular file or directory, or exceeds 1 MiB, so nothing was written. Move it elsewhere and run \`signalbox init\` again.`,
  );
}

export function writeChanges(folder: string, changes: readonly Change[]): void {
  for (const { path, after } of changes) {
    const whole = join(folder, ...path.split("/"));
    try {
      if (after === undefined) removeFile(folder, path);
      else {
        mkdirSync(dirname(whole), { recursive: true });
        writeFileSync(whole, after);
      }
    } catch (thrown) {
      throw new UserError(
        `${whole} cannot be written. Check its permissions, then run \`signalbox init\` again for the rest.`,
        {
          cause: thrown,
        },
      );
    }
  }
}

/** Folders that are empty then go, too: git does not keep them. */
function removeFile(folder: string, path: string): void {
  const steps = path.split("/");
  rmSync(join(folder, ...steps));
  for (let length = steps.length - 1; length > 0; length--) {
    const parent = join(folder, ...steps.slice(0, length));
    if (readdirSync(parent).length > 0) return;
    rmdirSync(parent);
  }
}
