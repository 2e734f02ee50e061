/**
 * Reads everything again from GitHub, decides as a reconcile pass does, and replaces the index with the
 * result. Compares only GitHub's state: our own times and commands that were edited away are not part of it,
 * and of the persisted state only what lasts must match, as the rest is derived again.
 */
import { UserError } from "../../base/errors.ts";
import { portionsOf } from "../../base/portions.ts";
import { decideInSteps } from "../../engine/decide.ts";
import { foldInSteps } from "../../engine/fold/fold.ts";
import { readAhead } from "../../engine/fold/read-ahead.ts";
import type { Fact, InstallationId, RepositoryId, RepositorySeen } from "../../engine/model/fact.ts";
import { isSameState } from "../../engine/model/persisted-state.ts";
import { emptySnapshot, type IssueRecord } from "../../engine/model/snapshot.ts";
import type { View } from "../../engine/model/view.ts";
import { lastingState } from "../../engine/presentation/status/lasting.ts";
import { inSteps } from "../in-steps.ts";
import type { Parts } from "../parts.ts";
import { hasMoved } from "../reconcile/moved.ts";
import { withProposals } from "../reconcile/proposals.ts";
import { looksAt, nothingSettled } from "../repository/changes.ts";
import { askRoles } from "../repository/roles.ts";
import { findSettings } from "../repository/settings.ts";

/** An issue about which the index and GitHub differ. */
export interface Difference {
  readonly ref: string;
  /** `missing` in the index, `left over` in it, or held with another text, state, edge or persisted state. */
  readonly what: "missing" | "left over" | "differs" | "remembers differently";
}

export interface Rebuilt {
  readonly repositories: number;
  readonly issues: number;
  readonly differences: readonly Difference[];
}

type Needs = Pick<
  Parts,
  | "index"
  | "tracker"
  | "clock"
  | "pace"
  | "mutex"
  | "settingsOf"
  | "botId"
  | "keepsIndex"
  | "render"
  | "logger"
  | "pauses"
>;

/**
 * Rebuilds all repositories. Every issue is then refreshed once more, so that what is missing on GitHub is
 * done.
 */
export async function rebuild(parts: Needs): Promise<Rebuilt> {
  const { index, tracker } = parts;
  const { repositories, unlisted } = await tracker.repositories();
  if (unlisted.length > 0) throw new UserError(heldUp(unlisted));
  for (const repository of repositories) await findSettings(parts, repository);
  const view = await readEverything(parts, repositories);
  const differences: Difference[] = [];
  await index.saveRepositories(repositories, except(index.repositories(), repositories));
  for (const repository of repositories) differences.push(...(await replace(parts, repository, view)));
  for (const { id } of repositories) parts.pauses.reconsider(id);
  return { repositories: repositories.length, issues: view.records.size, differences };
}

function heldUp(installations: readonly InstallationId[]): string {
  const which = installations.join(", ");
  return `GitHub's limits hold up the installation ${which}, so not everything can be read now. Nothing was changed; try again in an hour.`;
}

async function readEverything(parts: Needs, repositories: readonly RepositorySeen[]): Promise<View> {
  const facts: Fact[] = repositories.map((repository) => ({ type: "RepositorySeen", repository }));
  for (const repository of repositories) facts.push(...(await readRepository(parts, repository)));
  const { snapshot } = await inSteps(parts.clock, foldInSteps(emptySnapshot, facts));
  const roles = await askRoles(parts, snapshot, [...snapshot.records.keys()]);
  return (await inSteps(parts.clock, foldInSteps(snapshot, roles))).snapshot;
}

async function readRepository(
  { tracker, clock }: Needs,
  repository: RepositorySeen,
): Promise<readonly Fact[]> {
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

async function replace(parts: Needs, repository: RepositorySeen, view: View): Promise<readonly Difference[]> {
  const { index, tracker, clock, mutex, settingsOf, botId, keepsIndex, render } = parts;
  const ids = [...view.records.values()].flatMap(({ seen }) =>
    seen.repositoryId === repository.id ? seen.id : [],
  );
  const context = {
    now: clock.now() - tracker.aheadMs(),
    settings: settingsOf(repository.id),
    botId,
    keepsIndex,
    render,
  };
  const { records } = await inSteps(clock, decideInSteps(await withProposals(index, view), ids, context));
  const found = new Set(ids);
  const differences: Difference[] = [];
  await mutex.run(async () => {
    const leftOver = (await index.issueIds(repository.id)).filter((id) => !found.has(id));
    for (const some of portionsOf(leftOver)) {
      const held = await index.records(some);
      differences.push(...some.map((id) => difference(repository, held.get(id), "left over")));
    }
    await index.commit({ ...nothingSettled, gone: leftOver });
  });
  for (const some of portionsOf(records))
    await mutex.run(async () => {
      const held = await index.records(some.map(({ seen }) => seen.id));
      differences.push(
        ...some.flatMap((record) => compare(repository, view, held.get(record.seen.id), record)),
      );
      const refreshes = looksAt(
        repository.id,
        some.map(({ seen }) => seen.id),
        clock.now(),
        "the index was rebuilt",
      );
      const kept = some.map((record) => withLocalParts(record, held.get(record.seen.id)));
      await index.commit({ ...nothingSettled, records: kept, refreshes });
    });
  return differences;
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
 * Keeps what only this index knows: when we added an edge, and reactions not shown yet. Without it, an edge
 * not shown yet would look removed.
 */
function withLocalParts(record: IssueRecord, held: IssueRecord | undefined): IssueRecord {
  if (held === undefined) return record;
  const reactedTo = [...new Set([...(held.reactedTo ?? []), ...(record.reactedTo ?? [])])];
  return { ...held, ...record, edgeMadeAt: held.edgeMadeAt, reactedTo };
}

function except(held: readonly RepositorySeen[], listed: readonly RepositorySeen[]): readonly RepositoryId[] {
  const ids = new Set(listed.map(({ id }) => id));
  return held.flatMap(({ id }) => (ids.has(id) ? [] : id));
}
