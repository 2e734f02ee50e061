/** The default repository for references such as `#12`: `GH_REPO`, read as gh reads it, or in a run that of its task. */
import { UserError } from "../../base/errors.ts";
import { parseRepository } from "../../operations/issue.ts";
import type { RepositoryName } from "../../protocol/references/ref.ts";
import { isInRun } from "../answering/who-answers.ts";
import type { Terminal } from "../terminal/terminal.ts";

interface RepositoryOnHost extends RepositoryName {
  /** Undefined if not given. */
  readonly host: string | undefined;
}

/** @throws UserError if `GH_REPO` is set but is not a repository */
export function repositoryHere({ env }: Pick<Terminal, "env">): RepositoryName | undefined {
  const found = repositoryOnHost({ env });
  if (found !== undefined) return { owner: found.owner, repo: found.repo };
  return isInRun({ env }) ? parseRepository(env.SIGNALBOX_REPO ?? "") : undefined;
}

/** @throws UserError if `GH_REPO` is set but is not a repository */
export function repositoryOnHost({ env }: Pick<Terminal, "env">): RepositoryOnHost | undefined {
  const given = env.GH_REPO;
  if (!given) return undefined;
  const found = parseOnHost(given);
  if (found !== undefined) return found;
  throw new UserError(`GH_REPO must be owner/name, for example acme/demo, found ${JSON.stringify(given)}.`, {
    code: "invalid-input",
  });
}

/** `owner/name` or `host/owner/name`. */
export function parseOnHost(text: string): RepositoryOnHost | undefined {
  const [, host, rest = text] = /^([^/]*)\/([^/]*\/.*)$/s.exec(text) ?? [];
  const found = parseRepository(rest);
  return found && { ...found, host: host || undefined };
}
