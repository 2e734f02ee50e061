/**
 * The repositories served. Look them up by id: names change hands, so a name means the repository last seen with it.
 */
import type { Millis } from "../../../base/clock.ts";
import { text } from "../../../base/row.ts";
import {
  noInstallation,
  type RepositoryId,
  type RepositorySeen,
  takesWrites,
} from "../../../engine/model/fact.ts";
import { isSameRepository } from "../../shape/known-repositories.ts";
import { readParts } from "../cached-parts.ts";
import type { Change } from "../database/changes.ts";
import { statement } from "../database/statement.ts";
import type { RepositoryCache } from "../repository-cache.ts";
import type { InstallationOf } from "../repository-installations.ts";
import { handOverDeliveries } from "./delivery-table.ts";
import { addGoneRepositories, restoreRepositories } from "./issues/gone-table.ts";
import { editionsIn } from "./issues/issue-table.ts";
import { moveNotes } from "./moved-notes.ts";
import { addRemovals, deleteRemovals } from "./removed-table.ts";

// A new value of `seen` makes it the repository seen last.
const upsert = statement(`
INSERT INTO repository (id, owner, name, installation_id, is_private, is_archived, lacks_permission,
  lacks_contents, lacks_workflows, asked_edition)
SELECT * FROM unnest(:ids::text[], :owners::text[], :names::text[], :installations::bigint[], :private::int[], :archived::int[],
  :lacking::int[], :contentless::int[], :workflowless::int[], :editions::bigint[])
ON CONFLICT (id) DO UPDATE SET seen = DEFAULT, owner = excluded.owner, name = excluded.name,
  installation_id = excluded.installation_id, is_private = excluded.is_private, is_archived = excluded.is_archived,
  lacks_permission = excluded.lacks_permission, lacks_contents = excluded.lacks_contents,
  lacks_workflows = excluded.lacks_workflows, asked_edition = excluded.asked_edition`);
const stillIn = statement(`
SELECT r.id FROM repository AS r
  JOIN unnest(:ids::text[], :installations::bigint[]) AS v (id, installation_id) USING (id, installation_id)`);
const remove = statement("DELETE FROM repository WHERE id = ANY(:ids::text[])");
const adoptEffects = statement(`
UPDATE effect SET installation_id = v.installation_id
FROM unnest(:ids::text[], :installations::bigint[]) AS v (id, installation_id) WHERE effect.repository_id = v.id`);
/** Effects refused while the repository was read-only may be tried again. */
const forgetRefusals = statement(
  "DELETE FROM effect WHERE repository_id = ANY(:ids::text[]) AND state = 'refused'",
);

/** The repositories that differ from what is known, each once, as seen last. */
export function changedIn(
  cache: RepositoryCache,
  seen: readonly RepositorySeen[],
): readonly RepositorySeen[] {
  return [...new Map(seen.map((each) => [each.id, each])).values()].filter((each) => {
    const before = cache.repositories.byId.get(each.id);
    return before === undefined || !isSameRepository(before, each);
  });
}

export interface KnownInstallations {
  readonly cache: RepositoryCache;
  /** The installation of each repository before the change. */
  readonly installationBefore: InstallationOf;
  readonly at: Millis;
}

/** @param changed from `changedIn`; lock their old and new installations first */
export async function saveRepositories(
  { queries, numbers, onceDurable, wakeOthers }: Change,
  { cache, installationBefore, at: now }: KnownInstallations,
  changed: readonly RepositorySeen[],
  gone: readonly RepositoryId[],
): Promise<void> {
  if (changed.length + gone.length === 0) return;
  const before = cache.repositories.byId;
  const editionOf = numbers.edition.bind(numbers);
  if (changed.length > 0) {
    const ids = changed.map(({ id }) => id);
    await deleteRemovals(queries, ids);
    await queries.run(upsert, {
      ids,
      owners: changed.map(({ owner }) => owner),
      names: changed.map(({ name }) => name),
      installations: changed.map(({ installationId }) => installationId),
      private: changed.map(({ isPrivate }) => Number(isPrivate)),
      archived: changed.map(({ isArchived }) => Number(isArchived)),
      contentless: changed.map(({ lacksContents }) => Number(lacksContents ?? false)),
      workflowless: changed.map(({ lacksWorkflows }) => Number(lacksWorkflows ?? false)),
      lacking: changed.map(({ lacksPermission }) => Number(lacksPermission ?? false)),
      editions: changed.map(({ installationId }) => editionOf(installationId)),
    });
    // Readers of the old installation have to see the removal.
    for (const { id } of changed) editionOf(installationBefore(id));
    const shown = changed.filter((each) => isShownAgain(before.get(each.id), each));
    const at = editionsIn(
      shown.map(({ installationId }) => installationId),
      editionOf,
    );
    if (shown.length > 0)
      await restoreRepositories(
        queries,
        shown.map(({ id }) => id),
        at,
      );
    const writable = changed.filter((each) => isWritableAgain(before.get(each.id), each)).map(({ id }) => id);
    if (writable.length > 0) await queries.run(forgetRefusals, { ids: writable });
    const moved = changed.filter((each) => before.get(each.id)?.installationId !== each.installationId);
    const installations = moved.map(({ installationId }) => installationId);
    if (moved.length > 0) await queries.run(adoptEffects, { ids: moved.map(({ id }) => id), installations });
    await handOverDeliveries(queries, moved);
    await moveNotes({ queries, numbers }, moved);
  }
  const left = await leftIn(queries, cache, gone);
  if (left.length > 0) {
    await addGoneRepositories(queries, left, editionsIn(left.map(installationBefore), editionOf));
    await addRemovals(queries, left, now);
    await queries.run(remove, { ids: left });
    await queries.run(adoptEffects, { ids: left, installations: left.map(() => null) });
  }
  const had = [...changed.map(({ id }) => id), ...gone].map(installationBefore);
  const after = changed.map(({ installationId }) => installationId);
  wakeOthers([...had, ...after].filter((id) => id !== noInstallation));
  // If another installation had a repository, its settings and traces count at once.
  const arrived = changed.filter(({ id }) => !before.has(id)).map(({ id }) => id);
  const parts = arrived.length === 0 ? undefined : await readParts(queries, arrived);
  onceDurable(() => {
    if (parts !== undefined) cache.replaceParts(arrived, parts);
    cache.putRepositories(changed, gone);
  });
}

/** Leaves out repositories that another installation has taken over since: they are not ours to delete. */
async function leftIn(
  queries: Change["queries"],
  cache: KnownInstallations["cache"],
  gone: readonly RepositoryId[],
): Promise<readonly RepositoryId[]> {
  const known = gone.flatMap((id) => cache.repositories.byId.get(id) ?? []);
  if (known.length === 0) return [];
  const rows = await queries.all(stillIn, {
    ids: known.map(({ id }) => id),
    installations: known.map(({ installationId }) => installationId),
  });
  return rows.map((row) => text(row, "id"));
}

/** Each installation numbers its editions, so all issues of a repository that moves are new in its new installation. */
function isShownAgain(before: RepositorySeen | undefined, seen: RepositorySeen): boolean {
  if (before === undefined) return true;
  const isRenamed = before.owner !== seen.owner || before.name !== seen.name;
  return isRenamed || before.installationId !== seen.installationId;
}

function isWritableAgain(before: RepositorySeen | undefined, seen: RepositorySeen): boolean {
  return before !== undefined && !takesWrites(before) && takesWrites(seen);
}
