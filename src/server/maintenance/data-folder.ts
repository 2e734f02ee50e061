/** The layout of the data folder. Only its owner may read it: it holds tokens and the contents of issues. */
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";
import { makeFolder, unwritable } from "./folder.ts";

const otherHome = "Choose another with --home or SIGNALBOX_HOME.";

/** @throws UserError if nothing can be stored there */
export function makeDataFolder(home: string): void {
  makeFolder(home, "The data folder", otherHome);
}

/**
 * Writes a file that only its owner can read, completely or not at all.
 * @throws UserError if it cannot be written
 */
export function writePrivately(path: string, text: string): void {
  const draft = `${path}.${process.pid}`;
  try {
    writeFileSync(draft, text, { mode: 0o600 });
    renameSync(draft, path);
  } catch (thrown) {
    throw unwritable(dirname(path), "The data folder", otherHome, thrown);
  }
}

const contactShape = z.object({
  /** Root of the running server, without a trailing slash. */
  url: z.url(),
  /** Proves that the caller can read the data folder. New at each start. */
  token: z.string(),
});
/** How a different process of the same owner reaches the running server. */
export type Contact = z.infer<typeof contactShape>;

const contactPathIn = (home: string): string => join(home, "server.json");

export function writeContact(home: string, contact: Contact): void {
  writePrivately(contactPathIn(home), `${JSON.stringify(contact)}\n`);
}

export function forgetContact(home: string): void {
  rmSync(contactPathIn(home), { force: true });
}

/** Undefined if no server runs. A killed server leaves a contact file behind on which nothing responds. */
export function readContact(home: string): Contact | undefined {
  try {
    return contactShape.parse(JSON.parse(readFileSync(contactPathIn(home), "utf8")));
  } catch {
    return undefined;
  }
}
