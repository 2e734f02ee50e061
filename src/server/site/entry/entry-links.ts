/**
 * Links by which the owner of the data folder enters the site. Each works once: its secret is exchanged for a session
 * and the browser is sent on, so that no address in its history lets anyone else in.
 */
import { hash, randomBytes } from "node:crypto";
import type { Clock, Millis } from "../../../base/clock.ts";

export const entryPath = "/enter";
/** How long a link is good for that a command makes and a browser opens. */
export const commandLinkMs: Millis = 60_000;

export interface EntryLinks {
  /**
   * A path on the site.
   * @param lifetimeMs undefined for a link that works until it was used, or the server ends
   */
  readonly create: (to: string, lifetimeMs: Millis | undefined) => string;
  /** Whether the secret is of a link that still works; it no longer does afterwards. */
  readonly use: (secret: string) => boolean;
}

/** More than this many unused links is no one's intention; the oldest stop working. */
const maxUnused = 100;

export function createEntryLinks(clock: Pick<Clock, "now">): EntryLinks {
  const unused = new Map<string, Millis>();
  return {
    create: (to, lifetimeMs) => {
      const secret = randomBytes(32).toString("base64url");
      for (const oldest of unused.keys()) if (unused.size >= maxUnused) unused.delete(oldest);
      unused.set(digest(secret), lifetimeMs === undefined ? Infinity : clock.now() + lifetimeMs);
      return `${entryPath}/${secret}${to === "/" ? "" : `?to=${encodeURIComponent(to)}`}`;
    },
    use: (secret) => {
      const key = digest(secret);
      const until = unused.get(key);
      unused.delete(key);
      return until !== undefined && clock.now() < until;
    },
  };
}

/** Looked up by digest: comparing secrets byte by byte would take longer the more of one is right. */
function digest(secret: string): string {
  return hash("sha256", secret, "hex");
}
