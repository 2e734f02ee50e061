/**
 * The default repository for references such as `#12`: `GH_REPO`, read as gh reads it, so it may start with a
 * host.
 */
import { UserError } from "../../base/errors.ts";
import { parseRepository } from "../../operations/issue.ts";
import type { RepositoryName } from "../../protocol/references/ref.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** @throws UserError if `GH_REPO` is set but is not a repository */
export function repositoryHere({ env }: Pick<Terminal, "env">): RepositoryName | undefined {
  const given = env.GH_REPO;
  if (!given) return undefined;
  const found = parseRepository(given.replace(/^[^/]*\/(?=[^/]*\/)/, ""));
  if (found !== undefined) return found;
  throw new UserError(`GH_REPO must be owner/name, for example acme/demo, found ${JSON.stringify(given)}.`);
}
