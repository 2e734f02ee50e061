/**
 * Which repositories are ours, and what a new one gets: labels and a first look at everything. A newcomer would take
 * the list from the delivery: GitHub's own list is read instead, so a lost delivery changes nothing.
 */
import type { RepositorySeen } from "../engine/fact.ts";
import { listChanges, looksAt, nothingSettled } from "./changes.ts";
import { attempt } from "./failure/attempt.ts";
import { ensureLabels } from "./labels.ts";
import type { Parts } from "./parts.ts";
import { refreshSettings } from "./settings.ts";

type Needs = Pick<
  Parts,
  "index" | "tracker" | "writer" | "clock" | "pace" | "logger" | "stops" | "settingsOf"
>;

/**
 * Makes the index's repositories those that GitHub lists, and welcomes the new ones. A welcome that fails comes again
 * with the next refresh.
 */
export async function refreshRepositories(parts: Needs): Promise<readonly RepositorySeen[]> {
  const { index, tracker } = parts;
  const { repositories, unlisted } = await tracker.repositories();
  const kept = index.repositories().filter(({ installationId }) => unlisted.includes(installationId));
  const listed = [...repositories, ...kept];
  const ids = new Set(listed.map(({ id }) => id));
  const gone = index.repositories().flatMap(({ id }) => (ids.has(id) ? [] : id));
  await index.saveRepositories(listed, gone);
  for (const repository of listed)
    if (index.cursor(repository.id) === undefined)
      await attempt(parts, "welcome a repository", repository, () => welcome(parts, repository));
  return listed;
}

/** The cursor is written last: until then the repository counts as new, also after a restart. */
async function welcome(parts: Needs, repository: RepositorySeen): Promise<void> {
  const { index, clock } = parts;
  await refreshSettings(parts, repository);
  await ensureLabels(parts, repository);
  const { issues, cursor } = await listChanges(parts, repository, true);
  const ids = issues.map(({ id }) => id);
  await index.commit({
    ...nothingSettled,
    looks: looksAt(repository.id, ids, clock.now(), "the repository is new"),
    cursor: { repositoryId: repository.id, at: cursor ?? 0 },
  });
}
