/** Reads everything again from GitHub, decides as a reconcile pass does, and replaces the index with the result. */
import type { Clock } from "../../base/clock.ts";
import { UserError } from "../../base/errors.ts";
import { portionsOf } from "../../base/portions.ts";
import { foldInSteps } from "../../engine/fold/fold.ts";
import { readAhead } from "../../engine/fold/read-ahead.ts";
import type { Fact, InstallationId, RepositoryId, RepositorySeen } from "../../engine/model/fact.ts";
import { emptySnapshot } from "../../engine/model/snapshot.ts";
import type { View } from "../../engine/model/view.ts";
import { inSteps } from "../in-steps.ts";
import type { Index } from "../ports/issue-index.ts";
import type { Tracker } from "../ports/tracker.ts";
import type { RoleReader } from "../repository/role-reader.ts";
import type { SettingsReader } from "../repository/settings-reader.ts";
import type { Pauses } from "./pauses.ts";
import type { Difference, ReplaceIndexed } from "./replace-indexed.ts";

export interface Rebuilt {
  readonly repositories: number;
  readonly issues: number;
  readonly differences: readonly Difference[];
}

interface Needs {
  readonly index: Pick<Index, "repositories" | "saveRepositories">;
  readonly tracker: Pick<Tracker, "repositories">;
  readonly settings: Pick<SettingsReader, "findMissing">;
  readonly clock: Pick<Clock, "now">;
  readonly readEverything: ReadEverything;
  readonly replace: ReplaceIndexed;
  readonly pauses: Pick<Pauses, "reconsider">;
}

/**
 * Rebuilds all repositories. Every issue is then refreshed once more, so that what is missing on GitHub is
 * done.
 */
export type Rebuild = () => Promise<Rebuilt>;

export function createRebuild(needs: Needs): Rebuild {
  const { index, tracker, settings, clock, readEverything, replace, pauses } = needs;
  return async () => {
    const begun = clock.now();
    const { repositories, unlisted } = await tracker.repositories();
    if (unlisted.length > 0) throw new UserError(heldUp(unlisted));
    for (const repository of repositories) await settings.findMissing(repository);
    const view = await readEverything(repositories);
    const differences: Difference[] = [];
    await index.saveRepositories(repositories, except(index.repositories(), repositories));
    for (const repository of repositories) differences.push(...(await replace(repository, view, begun)));
    for (const { id } of repositories) pauses.reconsider(id);
    return { repositories: repositories.length, issues: view.records.size, differences };
  };
}

function heldUp(installations: readonly InstallationId[]): string {
  const which = installations.join(", ");
  return `GitHub's limits hold up the installation ${which}, so not everything can be read now. Nothing was changed; try again in an hour.`;
}

type ReadEverything = (repositories: readonly RepositorySeen[]) => Promise<View>;

interface ReadNeeds {
  readonly tracker: Pick<Tracker, "changedSince" | "readIssues">;
  readonly clock: Clock;
  readonly roleReader: Pick<RoleReader, "read">;
}

export function createWholeRead({ tracker, clock, roleReader }: ReadNeeds): ReadEverything {
  async function readRepository(repository: RepositorySeen): Promise<readonly Fact[]> {
    const ids = (await tracker.changedSince(repository, undefined)).map(({ id }) => id);
    const facts: Fact[] = [];
    for (const some of portionsOf(ids)) {
      const requests = some.map((id) => ({ target: { id }, commentsSince: undefined, ownComments: [] }));
      const read = await tracker.readIssues(repository.installationId, requests);
      await inSteps(
        clock,
        readAhead(read, () => undefined),
      );
      facts.push(...read);
    }
    return facts;
  }

  return async (repositories) => {
    const facts: Fact[] = repositories.map((repository) => ({ type: "RepositorySeen", repository }));
    for (const repository of repositories) facts.push(...(await readRepository(repository)));
    const { snapshot } = await inSteps(clock, foldInSteps(emptySnapshot, facts));
    const roles = await roleReader.read(snapshot, [...snapshot.records.keys()]);
    return (await inSteps(clock, foldInSteps(snapshot, roles))).snapshot;
  };
}

function except(held: readonly RepositorySeen[], listed: readonly RepositorySeen[]): readonly RepositoryId[] {
  const ids = new Set(listed.map(({ id }) => id));
  return held.flatMap(({ id }) => (ids.has(id) ? [] : id));
}
