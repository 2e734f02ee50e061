/**
 * An App's settings on disk, in the format that `signalbox start --settings` and Node's own `--env-file`
 * read.
 */
import { existsSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { UserError } from "../base/errors.ts";
import { makeFolder } from "../server/maintenance/folder.ts";

type Variables = Readonly<Record<string, string | undefined>>;

/** Lines of `NAME="value"`; undefined values are left out. */
export function envText(variables: Variables): string {
  const lines = Object.entries(variables).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}="${value.replaceAll("\n", "\\n")}"\n`],
  );
  return lines.join("");
}

/** @throws UserError if there is one already. Writes nothing. */
export function assertNoEnvFile(path: string): void {
  if (existsSync(path)) throw alreadyThere(path);
}

/**
 * Checks that `writeEnvFile` will be able to write there. Call it before any step that cannot be repeated.
 * @throws UserError
 */
export function assertCanWriteEnvFile(path: string): void {
  assertNoEnvFile(path);
  makeFolder(dirname(path), "The settings folder", "Choose another file with --out.");
}

/**
 * Writes `variables` to a file that only its owner can read.
 * @throws UserError if the file exists: GitHub hands out an App's key only once, so one is never overwritten
 */
export function writeEnvFile(path: string, variables: Variables): void {
  try {
    writeFileSync(path, envText(variables), { mode: 0o600, flag: "wx" });
  } catch (thrown) {
    if (thrown instanceof Error && "code" in thrown && thrown.code === "EEXIST") throw alreadyThere(path);
    throw thrown;
  }
}

function alreadyThere(path: string): UserError {
  return new UserError(
    `${path} exists, and an App's key is never overwritten. Move it, or choose another file with --out.`,
  );
}
