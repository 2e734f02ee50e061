/**
 * The pages of the context store as `init` installs them. Unchanged ones are excluded from answers: they only
 * describe themselves.
 */
import { readFileSync } from "node:fs";

const names = ["architecture", "constraints", "decisions", "tracks", "adr"];

export function installedPages(): readonly string[] {
  const folder = new URL("../../templates/init/", import.meta.url);
  return names.map((name) => readFileSync(new URL(`${name}.md`, folder), "utf8"));
}
