/** Where a machine keeps what `signalbox login` got: one file for its user, which nobody else can read. */
import { mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";
import { writePrivately } from "../../server/maintenance/data-folder.ts";
import { configFolder } from "../config-folder.ts";
import type { Terminal } from "../terminal/terminal.ts";

const grantShape = z.object({
  /** The token of ours. */
  token: z.string(),
  login: z.string(),
  /** By this machine's clock. */
  expiresAt: z.number(),
  /** The GitHub host whose token is exchanged for the next one. */
  host: z.string(),
  /** The hub's user whose token it is. */
  as: z.string().optional(),
});
export type StoredGrant = Readonly<z.output<typeof grantShape>>;

const fileShape = z.record(z.string(), grantShape);
type Grants = Readonly<Record<string, StoredGrant>>;

type Env = Pick<Terminal, "env">;

/** By the origin of the server. */
export function grantsHere({ env }: Env): Grants {
  try {
    return fileShape.parse(JSON.parse(readFileSync(pathFor(env), "utf8")));
  } catch {
    return {};
  }
}

/** @param grant undefined to forget it */
export function keepGrant(terminal: Env, server: string, grant: StoredGrant | undefined): void {
  const path = pathFor(terminal.env);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const { [server]: _, ...others } = grantsHere(terminal);
  const kept = grant === undefined ? others : { ...others, [server]: grant };
  writePrivately(path, `${JSON.stringify(kept, undefined, 2)}\n`);
}

function pathFor(env: Terminal["env"]): string {
  return join(configFolder(env), "logins.json");
}
