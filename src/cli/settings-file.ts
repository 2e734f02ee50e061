/** The App's settings in a file, as `signalbox setup` writes it, for commands that take `--settings`. */
import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { UserError } from "../base/errors.ts";
import type { Environment } from "../server/environment.ts";

/** @throws UserError when it cannot be read */
export function readSettingsFile(path: string): Environment {
  try {
    return parseEnv(readFileSync(path, "utf8"));
  } catch (thrown) {
    throw new UserError(`--settings names a file that cannot be read: ${path}`, { cause: thrown });
  }
}
