/** The folder that keeps a hub's state. It holds keys and tokens, so nobody else on the machine may read it. */
import { chmodSync, closeSync, existsSync, mkdirSync, mkdtempSync, openSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface Home {
  readonly path: string;
  /** Removes what is not to be kept. */
  readonly release: () => void;
}

/** The hub's database in a folder. */
export function databaseIn(folder: string): string {
  return join(folder, "hub.sqlite");
}

/** It holds everybody's tokens. The folder may be older than we are, and let others in. */
function keepPrivate(path: string): void {
  closeSync(openSync(path, "a", 0o600));
  for (const file of [path, `${path}-wal`, `${path}-shm`]) if (existsSync(file)) chmodSync(file, 0o600);
}

/** @param home a folder, or `:memory:` for one that is gone after `release` or with the process */
export function openHome(home: string): Home {
  if (home !== ":memory:") {
    mkdirSync(home, { recursive: true, mode: 0o700 });
    keepPrivate(databaseIn(home));
    return { path: home, release: () => {} };
  }
  const path = mkdtempSync(join(tmpdir(), "signalbox-hub-"));
  const remove = (): void => rmSync(path, { recursive: true, force: true });
  process.once("exit", remove);
  return {
    path,
    release: () => {
      process.off("exit", remove);
      remove();
    },
  };
}
