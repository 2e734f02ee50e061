/**
 * The repositories that a decision may ask for. An installation may have thousands, so a snapshot does not
 * carry them all.
 */
import type { Ref } from "../../protocol/references/ref.ts";
import type { Fact, RepositoryId, RepositorySeen } from "../model/fact.ts";
import { linkedBy } from "../model/pulls.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import { refsInCommands } from "./refs-in-commands.ts";

/** The repositories that we serve. */
export interface ServedRepositories {
  readonly repository: (id: RepositoryId) => RepositorySeen | undefined;
  readonly repositoryNamed: (owner: string, name: string) => RepositorySeen | undefined;
}

/** The repositories of records, those of the issues they are linked to, and those that their texts name. */
export function repositoriesMet(
  records: Iterable<IssueRecord>,
  served: ServedRepositories,
): ReadonlyMap<RepositoryId, RepositorySeen> {
  const met = new Map<RepositoryId, RepositorySeen>();
  for (const record of records) {
    const own = [...repositoriesOf(record)].flatMap((id) =>
      met.has(id) ? [] : (served.repository(id) ?? []),
    );
    for (const seen of [...own, ...namedBy(linkedBy(record), served)]) met.set(seen.id, seen);
  }
  return met;
}

/**
 * The repositories that pending commands name. Only for records that were just read: one that an earlier
 * release stored may not say which commands ran.
 */
function repositoriesInCommands(
  records: readonly IssueRecord[],
  served: Pick<ServedRepositories, "repositoryNamed">,
): ReadonlyMap<RepositoryId, RepositorySeen> {
  const named = records.flatMap((record) => namedBy(refsInCommands(record), served));
  return new Map(named.map((seen) => [seen.id, seen]));
}

/**
 * What a decision about records may ask for.
 * @param read those of them that were just read
 */
export function repositoriesAbout(
  records: readonly IssueRecord[],
  read: readonly IssueRecord[],
  served: ServedRepositories,
): ReadonlyMap<RepositoryId, RepositorySeen> {
  return new Map([...repositoriesMet(records, served), ...repositoriesInCommands(read, served)]);
}

function namedBy(
  refs: readonly Ref[],
  served: Pick<ServedRepositories, "repositoryNamed">,
): readonly RepositorySeen[] {
  return refs.flatMap(({ owner, repo }) =>
    owner === undefined || repo === undefined ? [] : (served.repositoryNamed(owner, repo) ?? []),
  );
}

/** The repositories of what facts are about: folding them looks these up. */
export function repositoriesIn(
  facts: readonly Fact[],
  served: Pick<ServedRepositories, "repository">,
): ReadonlyMap<RepositoryId, RepositorySeen> {
  const ids = new Set(facts.flatMap(repositoryOf));
  return new Map([...ids].flatMap((id) => served.repository(id) ?? []).map((seen) => [seen.id, seen]));
}

function repositoryOf(fact: Fact): readonly RepositoryId[] {
  if (fact.type === "IssueSeen") return [fact.issue.repositoryId];
  return "repositoryId" in fact ? [fact.repositoryId] : [];
}

function repositoriesOf({ seen }: IssueRecord): ReadonlySet<RepositoryId> {
  const linked = [...seen.blockedBy.issues, ...seen.blocking.issues, ...(seen.subIssues ?? [])];
  const others = [seen.duplicateOf ?? [], seen.parent ?? []].flat();
  return new Set([seen, ...linked, ...others].map(({ repositoryId }) => repositoryId));
}
