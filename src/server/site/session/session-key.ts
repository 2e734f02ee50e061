/**
 * The key of sessions: SESSION_KEY, or a file in the data folder that the first start makes. It is not in the
 * database, so that a stolen copy of that lets no one in. To end every session, replace it.
 */
import { hkdfSync, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { writePrivately } from "../../maintenance/data-folder.ts";

export interface SessionKeys {
  /** For the cookies. */
  readonly sealing: Uint8Array;
  /** For the tokens in forms. */
  readonly forms: Uint8Array;
  /** For the secrets of programs that `run` started. */
  readonly runs: Uint8Array;
  /** Names this server to its own tokens; it says nothing of the key. */
  readonly audience: string;
}

/** @param given SESSION_KEY */
export function sessionKeysIn(home: string, given: string | undefined): SessionKeys {
  const key = given ?? storedKey(join(home, "session-key"));
  const derive = (purpose: string) => new Uint8Array(hkdfSync("sha256", key, "", `signalbox ${purpose}`, 32));
  return {
    sealing: derive("session"),
    forms: derive("form"),
    runs: derive("run"),
    audience: named(derive("audience")),
  };
}

function named(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64url");
}

function storedKey(path: string): string {
  const known = readIfThere(path)?.trim();
  if (known !== undefined && /^[\w-]{43}$/.test(known)) return known;
  const made = randomBytes(32).toString("base64url");
  writePrivately(path, `${made}\n`);
  return made;
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
