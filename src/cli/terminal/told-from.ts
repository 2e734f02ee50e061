/** Tells the files from which a command reads its texts apart from work that nobody has committed. */
import { type Dirent, readdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import type { CheckoutSeen } from "../../operations/writes/checkout-seen.ts";

/** @param files absolute paths */
export function withToldFrom(
  seen: CheckoutSeen | undefined,
  files: readonly string[],
): CheckoutSeen | undefined {
  if (seen?.folder === undefined || files.length === 0) return seen;
  const { folder, uncommitted } = seen;
  const told = new Set(files.map(withoutLinks));
  return { ...seen, toldFrom: uncommitted.filter((path) => isTold(join(folder, path), told)) };
}

/** Git names a new folder, and not what is in it. */
function isTold(path: string, told: ReadonlySet<string>): boolean {
  if (!path.endsWith("/")) return told.has(path);
  const entries = entriesOf(path);
  return (
    entries.length > 0 &&
    entries.every((entry) => isTold(join(path, entry.isDirectory() ? `${entry.name}/` : entry.name), told))
  );
}

/** Empty if it cannot be read: then it is not known what is in it. */
function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

function withoutLinks(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
