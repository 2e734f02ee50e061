/**
 * Links by which the owner of the data folder enters the site. Each works once: its secret is exchanged for a session
 * and the browser is sent on, so that no address in its history lets anyone else in.
 */
import { hash, randomBytes } from "node:crypto";
import type { Clock, Millis } from "../../../base/clock.ts";
import type { Grants } from "../../../store/shape/grant.ts";

export const entryPath = "/enter";
/** How long a link is good for that a command makes and a browser opens. */
const commandLinkMs: Millis = 60_000;

export interface EntryLinks {
  /** A path on the site, for a link that works until it was used, or this process ends. */
  readonly create: (to: string) => string;
  /** As `create`, for a link that works for `commandLinkMs`, at any web process of the database. */
  readonly createForCommand: (to: string) => Promise<string>;
  /** Whether the secret is of a link that still works; it no longer does afterwards. */
  readonly use: (secret: string) => Promise<boolean>;
}

/** More than this many unused links is no one's intention; the oldest stop working. */
const maxUnused = 100;

export function createEntryLinks(
  clock: Pick<Clock, "now">,
  grants: Pick<Grants, "add" | "useLink">,
): EntryLinks {
  const unused = new Set<string>();
  return {
    create: (to) => {
      const secret = newSecret();
      for (const oldest of unused.keys()) if (unused.size >= maxUnused) unused.delete(oldest);
      unused.add(digest(secret));
      return pathWith(secret, to);
    },
    createForCommand: async (to) => {
      const secret = newSecret();
      const createdAt = clock.now();
      await grants.add({
        id: digest(secret),
        kind: "link",
        login: undefined,
        nodeId: undefined,
        createdAt,
        expiresAt: createdAt + commandLinkMs,
      });
      return pathWith(secret, to);
    },
    use: async (secret) => {
      const id = digest(secret);
      return unused.delete(id) || grants.useLink(id, clock.now());
    },
  };
}

function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

function pathWith(secret: string, to: string): string {
  return `${entryPath}/${secret}${to === "/" ? "" : `?to=${encodeURIComponent(to)}`}`;
}

/** Looked up by digest: comparing secrets byte by byte would take longer the more of one is right. */
function digest(secret: string): string {
  return hash("sha256", secret, "hex");
}
