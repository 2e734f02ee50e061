/**
 * Reads everything again from GitHub, decides as a reconcile pass does, and replaces the index with the
 * result. Compares only GitHub's state: our own times and commands that were edited away are not part of it,
 * and of the persisted state only what lasts must match, as the rest is derived again.
 */
import type { Clock } from "../../base/clock.ts";
import { UserError } from "../../base/errors.ts";
import { portionsOf } from "../../base/portions.ts";
import { decideInSteps } from "../../engine/decide.ts";
import { foldInSteps } from "../../engine/fold/fold.ts";
import { readAhead } from "../../engine/fold/read-ahead.ts";
import { withKnownLease } from "../../engine/leases/award.ts";
import type { Fact, InstallationId, NodeId, RepositoryId, RepositorySeen } from "../../engine/model/fact.ts";
import { isSameState } from "../../engine/model/persisted-state.ts";
import { emptySnapshot, type IssueRecord } from "../../engine/model/snapshot.ts";
import type { View } from "../../engine/model/view.ts";
import { lastingState } from "../../engine/presentation/status/lasting.ts";
import type { DecidingContext } from "../deciding-context.ts";
import { inSteps } from "../in-steps.ts";
import type { Mutex } from "../mutex.ts";
import type { Index } from "../ports/issue-index.ts";
import type { Tracker } from "../ports/tracker.ts";
import { withProposals } from "../reconcile/deciding/proposals.ts";
import { hasMoved } from "../reconcile/reading/moved.ts";
import { looksAt, nothingSettled } from "../repository/changes.ts";
import type { SettingsReader } from "../repository/read-settings.ts";
import type { AskRoles } from "../repository/roles.ts";
import type { Pauses } from "./pauses.ts";

/** An issue about which the index and GitHub differ. */
export interface Difference {
  readonly ref: string;
  /**
   * `missing` in the index, `left over` in it, or held with a different text, state, edge or persisted state.
   */
  readonly what: "missing" | "left over" | "differs" | "remembers differently";
}

export interface Rebuilt {
  readonly repositories: number;
  readonly issues: number;
  readonly differences: readonly Difference[];
}

interface Needs {
  readonly index: Pick<Index, "repositories" | "saveRepositories">;
  readonly tracker: Pick<Tracker, "repositories">;
  readonly settings: Pick<SettingsReader, "findMissing">;
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
  const { index, tracker, settings, readEverything, replace, pauses } = needs;
  return async () => {
    const { repositories, unlisted } = await tracker.repositories();
    if (unlisted.length > 0) throw new UserError(heldUp(unlisted));
    for (const repository of repositories) await settings.findMissing(repository);
    const view = await readEverything(repositories);
    const differences: Difference[] = [];
    await index.saveRepositories(repositories, except(index.repositories(), repositories));
    for (const repository of repositories) differences.push(...(await replace(repository, view)));
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
  readonly askRoles: AskRoles;
}

export function createWholeRead({ tracker, clock, askRoles }: ReadNeeds): ReadEverything {
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
    const roles = await askRoles(snapshot, [...snapshot.records.keys()]);
    return (await inSteps(clock, foldInSteps(snapshot, roles))).snapshot;
  };
}

/** Replaces what the index holds of a repository. Resolves to where it differed. */
type ReplaceIndexed = (repository: RepositorySeen, view: View) => Promise<readonly Difference[]>;

interface ReplaceNeeds {
  readonly index: Pick<Index, "issueIds" | "records" | "commit" | "proposals" | "settings" | "firstSigned">;
  readonly tracker: Pick<Tracker, "aheadMs">;
  readonly clock: Clock;
  readonly mutex: Mutex;
  readonly contextAt: DecidingContext;
}

export function createReplacement(needs: ReplaceNeeds): ReplaceIndexed {
  const { index, tracker, clock, mutex, contextAt } = needs;

  async function removeLeftOver(
    repository: RepositorySeen,
    found: ReadonlySet<NodeId>,
  ): Promise<readonly Difference[]> {
    const differences: Difference[] = [];
    await mutex.run(async () => {
      const leftOver = (await index.issueIds(repository.id)).filter((id) => !found.has(id));
      for (const some of portionsOf(leftOver)) {
        const held = await index.records(some);
        differences.push(...some.map((id) => difference(repository, held.get(id), "left over")));
      }
      await index.commit({ ...nothingSettled, gone: leftOver });
    });
    return differences;
  }

  async function save(
    repository: RepositorySeen,
    view: View,
    some: readonly IssueRecord[],
  ): Promise<readonly Difference[]> {
    const ids = some.map(({ seen }) => seen.id);
    return mutex.run(async () => {
      const held = await index.records(ids);
      const differences = some.flatMap((record) =>
        compare(repository, view, held.get(record.seen.id), record),
      );
      const refreshes = looksAt(repository.id, ids, clock.now(), "the index was rebuilt");
      const kept = some.map((record) => withLocalParts(record, held.get(record.seen.id)));
      await index.commit({ ...nothingSettled, records: kept, refreshes });
      return differences;
    });
  }

  return async (repository, view) => {
    const ids = [...view.records.values()].flatMap(({ seen }) =>
      seen.repositoryId === repository.id ? seen.id : [],
    );
    const context = contextAt(repository.id, clock.now() - tracker.aheadMs());
    const { records } = await inSteps(clock, decideInSteps(await withProposals(index, view), ids, context));
    const differences = [...(await removeLeftOver(repository, new Set(ids)))];
    for (const some of portionsOf(records)) differences.push(...(await save(repository, view, some)));
    return differences;
  };
}

function compare(
  repository: RepositorySeen,
  view: View,
  held: IssueRecord | undefined,
  read: IssueRecord,
): readonly Difference[] {
  if (held === undefined) return [difference(repository, read, "missing")];
  if (hasMoved(withoutComments(held), withoutComments(read)))
    return [difference(repository, read, "differs")];
  const known = lastingState(view, { ...withLocalParts(read, held), persisted: held.persisted });
  return isSameState(known, lastingState(view, read))
    ? []
    : [difference(repository, read, "remembers differently")];
}

function withoutComments(record: IssueRecord): IssueRecord {
  return { ...record, seen: { ...record.seen, comments: [] } };
}

function difference(
  { owner, name }: RepositorySeen,
  record: IssueRecord | undefined,
  what: Difference["what"],
): Difference {
  return { ref: `${owner}/${name}#${record?.seen.number ?? "?"}`, what };
}

/**
 * Keeps what only this index knows: the token of a lease that an assignment tells, when we added an edge, and
 * reactions not shown yet. Without it, an edge
 * not shown yet would look removed.
 */
function withLocalParts(record: IssueRecord, held: IssueRecord | undefined): IssueRecord {
  if (held === undefined) return record;
  const reactedTo = [...new Set([...(held.reactedTo ?? []), ...(record.reactedTo ?? [])])];
  const persisted = withKnownLease(record, held);
  return { ...held, ...record, persisted, edgeMadeAt: held.edgeMadeAt, reactedTo };
}

function except(held: readonly RepositorySeen[], listed: readonly RepositorySeen[]): readonly RepositoryId[] {
  const ids = new Set(listed.map(({ id }) => id));
  return held.flatMap(({ id }) => (ids.has(id) ? [] : id));
}
