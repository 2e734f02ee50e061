/**
 * Reads the App's settings from a file, as `signalbox setup` writes it, for `--settings`. Node accepts any
 * text as such a file; one without a setting would start the hub although the user meant GitHub, so it is
 * refused.
 */
import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { UserError } from "../base/errors.ts";
import type { Environment } from "../server/composition/environment.ts";

/** @throws UserError if it cannot be read or contains no setting */
export function readSettingsFile(path: string): Environment {
  const settings = variablesIn(path);
  if (Object.entries(settings).some(([name, value]) => /^[A-Z][A-Z\d_]*$/.test(name) && value !== ""))
    return settings;
  throw new UserError(
    `The --settings file contains no settings: ${path}. They are lines such as APP_ID=123456; \`signalbox setup\` writes them.`,
  );
}

function variablesIn(path: string): Environment {
  try {
    return parseEnv(readFileSync(path, "utf8"));
  } catch (thrown) {
    throw new UserError(`The --settings file cannot be read: ${path}`, { cause: thrown });
  }
}
