/** The App's secrets on disk, in the form that `signalbox start --env-file` and Node's `--env-file` read. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { UserError } from "../../base/errors.ts";

/**
 * Writes `variables` to a file that only its owner reads.
 * @throws UserError when the file exists: an App's key is given out once and never overwritten
 */
export function writeEnvFile(path: string, variables: Readonly<Record<string, string | undefined>>): void {
  const lines = Object.entries(variables).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}="${value.replaceAll("\n", "\\n")}"`],
  );
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  try {
    writeFileSync(path, `${lines.join("\n")}\n`, { mode: 0o600, flag: "wx" });
  } catch (thrown) {
    if (thrown instanceof Error && "code" in thrown && thrown.code === "EEXIST")
      throw new UserError(
        `${path} exists, and an App's key is never overwritten. Move it away or name another with --out.`,
      );
    throw thrown;
  }
}
