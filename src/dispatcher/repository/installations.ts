/**
 * Keeps the list of our repositories, and prepares new and changed ones: labels, a refresh of everything or
 * of what the change affects. Uses GitHub's own list and never the one in the delivery, so a lost, late or
 * reordered delivery changes nothing.
 */
import { type RepositorySeen, takesWrites } from "../../engine/model/fact.ts";
import { attempt } from "../failure/best-effort.ts";
import type { Parts } from "../parts.ts";
import { refreshNeighbours } from "../schedule/refresh-neighbours.ts";
import { listChanges, looksAt, nothingSettled } from "./changes.ts";
import { ensureLabels } from "./labels.ts";
import { refreshSettings } from "./settings.ts";

type Needs = Pick<
  Parts,
  | "index"
  | "tracker"
  | "writer"
  | "clock"
  | "pace"
  | "listings"
  | "logger"
  | "backoff"
  | "settingsOf"
  | "pauses"
  | "botId"
  | "render"
  | "keepsIndex"
>;

/**
 * Makes the index's repositories match GitHub's list, sets up the new ones and catches up with those that
 * changed or returned. A setup that fails is repeated at the next refresh.
 */
export async function refreshRepositories(parts: Needs): Promise<readonly RepositorySeen[]> {
  const { index, tracker } = parts;
  const { repositories, unlisted } = await tracker.repositories();
  const kept = index.repositories().filter(({ installationId }) => unlisted.includes(installationId));
  const listed = [...repositories, ...kept];
  const ids = new Set(listed.map(({ id }) => id));
  const before = new Map(index.repositories().map((repository) => [repository.id, repository]));
  await index.saveRepositories(
    listed,
    [...before.keys()].filter((id) => !ids.has(id)),
  );
  for (const repository of listed) {
    if (index.cursor(repository.id) === undefined)
      await attempt(parts, "welcome a repository", repository, () => welcome(parts, repository));
    else await catchUp(parts, before.get(repository.id), repository);
  }
  return listed;
}

/** Writes the cursor last: until then the repository counts as new, also after a restart. */
async function welcome(parts: Needs, repository: RepositorySeen): Promise<void> {
  const { index, clock, listings } = parts;
  await reportDegraded(parts, undefined, repository);
  await refreshSettings(parts, repository);
  await ensureLabels(parts, repository);
  await listings.run(repository.id, async () => {
    const { issues, cursor } = await listChanges(parts, repository, true);
    const ids = issues.map(({ id }) => id);
    await index.commit({
      ...nothingSettled,
      refreshes: looksAt(repository.id, ids, clock.now(), "the repository is new"),
      cursor: { repositoryId: repository.id, at: cursor ?? 0 },
    });
  });
}

/**
 * Refreshes everything in a repository that returned after a suspension or removal, changed its visibility,
 * or is writable again.
 */
async function catchUp(
  parts: Needs,
  before: RepositorySeen | undefined,
  repository: RepositorySeen,
): Promise<void> {
  const { index, clock } = parts;
  await reportDegraded(parts, before, repository);
  if (before === undefined) {
    const everything = { everything: false, reread: maxIssues };
    await attempt(parts, "catch up", repository, () => refreshNeighbours(parts, repository, everything));
  }
  const isOpened = before !== undefined && !takesWrites(before) && takesWrites(repository);
  const isOther = before !== undefined && before.isPrivate !== repository.isPrivate;
  if (!isOpened && !isOther) return;
  const because = isOther ? "its repository's visibility changed" : "its repository takes writes again";
  const homes = isOther ? index.repositories().filter((each) => shareIssues(each, repository)) : [repository];
  const now = clock.now();
  const refreshes = await Promise.all(
    homes.map(async ({ id }) => looksAt(id, await index.issueIds(id), now, because)),
  );
  await index.commit({ ...nothingSettled, refreshes: refreshes.flat() });
}

/** Only repositories of the same installation show each other's issues. */
function shareIssues(a: RepositorySeen, b: RepositorySeen): boolean {
  return a.installationId === b.installationId;
}

/** More open issues than any repository has. */
const maxIssues = 1_000_000;

/** Logged once, for the operator: it cannot be said in the repository itself. */
async function reportDegraded(
  { index, clock, logger }: Needs,
  before: RepositorySeen | undefined,
  { id, owner, name, lacksPermission }: RepositorySeen,
): Promise<void> {
  if (lacksPermission !== true || before?.lacksPermission === true) return;
  const because =
    'The installation may no longer write issues. Until its permission "Issues: write" is back, signalbox only reads here.';
  logger.warn({ repository: `${owner}/${name}` }, because);
  const row = {
    at: clock.now(),
    repositoryId: id,
    issueId: undefined,
    kind: "degraded",
    rule: "installations",
  };
  await index.note([{ ...row, because, what: "write nothing", delivery: undefined, actor: undefined }]);
}
