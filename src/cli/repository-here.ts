/** The repository that `#12` is in where nobody says: `GH_REPO`, as gh reads it, so that a host may stand in front. */
import { UserError } from "../base/errors.ts";
import { parseRepository } from "../operations/issue.ts";
import type { Home } from "../protocol/ref.ts";
import type { Terminal } from "./terminal.ts";

/** @throws UserError when `GH_REPO` is set and names no repository */
export function repositoryHere({ env }: Pick<Terminal, "env">): Home | undefined {
  const given = env.GH_REPO;
  if (!given) return undefined;
  const found = parseRepository(given.replace(/^[^/]*\/(?=[^/]*\/)/, ""));
  if (found !== undefined) return found;
  throw new UserError(`GH_REPO must be owner/name, for example acme/demo, found ${JSON.stringify(given)}.`);
}
