/**
 * The directory that holds a hub's state. It contains keys and tokens, so only its owner on the machine may
 * read it.
 */
import { chmodSync, closeSync, existsSync, mkdirSync, mkdtempSync, openSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface HubDirectory {
  readonly path: string;
  /** Removes a temporary directory. */
  readonly release: () => void;
}

/** The hub's database in a directory. */
export function hubDatabaseIn(folder: string): string {
  return join(folder, "hub.sqlite");
}

/** The database holds everyone's tokens. The directory may have existed before, with looser permissions. */
function keepPrivate(path: string): void {
  closeSync(openSync(path, "a", 0o600));
  for (const file of [path, `${path}-wal`, `${path}-shm`]) if (existsSync(file)) chmodSync(file, 0o600);
}

/** @param home a directory, or `:memory:` for one that is removed by `release` or when the process ends */
export function openHome(home: string): HubDirectory {
  if (home !== ":memory:") {
    mkdirSync(home, { recursive: true, mode: 0o700 });
    keepPrivate(hubDatabaseIn(home));
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
