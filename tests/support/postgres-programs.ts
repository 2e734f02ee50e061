/** Where PostgreSQL's programs are, and whether tests that need them run. It imports nothing that takes time to load. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Where Debian keeps the programs of each version, which are not in the PATH. */
const debianRoot = "/usr/lib/postgresql";

/** The folder of PostgreSQL's programs, of the newest version; undefined if none is installed that is new enough. */
export function findPrograms(root = debianRoot): string | undefined {
  const versions = existsSync(root) ? readdirSync(root).map(Number) : [];
  const newest = versions.filter((version) => version >= 15).sort((a, b) => b - a)[0];
  const folder = newest === undefined ? undefined : join(root, String(newest), "bin");
  return folder !== undefined && existsSync(join(folder, "initdb")) ? folder : undefined;
}

/**
 * Why tests that need PostgreSQL are skipped; undefined if they run. In CI they run always, so a missing PostgreSQL fails
 * them.
 */
export const noPostgres =
  findPrograms() === undefined && process.env.CI === undefined
    ? "PostgreSQL 15 or newer is not installed: apt-get install postgresql"
    : undefined;
