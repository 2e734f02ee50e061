/**
 * Keeps the App's labels in a repository. One that does not take them (archived, paused, no permission) must
 * not block its work; they are created when the pause ends. A label whose name is missing is not recreated: a
 * user who renamed it meant the same label, so it is followed by its id.
 */
import type { Clock } from "../../base/clock.ts";
import type { Logger } from "../../base/logger.ts";
import { type RepositoryId, type RepositorySeen, takesWrites } from "../../engine/model/fact.ts";
import type { RenamedLabels } from "../../protocol/label-name.ts";
import type { Settings } from "../../protocol/settings/config.ts";
import type { Index } from "../ports/issue-index.ts";
import type { SettingsOf, StoredLabels } from "../ports/settings.ts";
import type { Writer } from "../ports/writer.ts";
import { RequestFailed } from "../request-failed.ts";
import type { Pauses } from "../schedule/pauses.ts";
import { refreshOpenIssues } from "../schedule/refresh-changed.ts";

interface Needs {
  readonly index: Pick<Index, "labels" | "saveLabels" | "oldestRead" | "commit">;
  readonly writer: Pick<Writer, "ensureLabels">;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly settingsOf: SettingsOf;
  readonly pauses: Pick<Pauses, "isPaused">;
}

export type EnsureLabels = (repository: RepositorySeen) => Promise<void>;
/** The same, and never rejects. Resolves to whether it succeeded. */
export type TryLabels = (repository: RepositorySeen) => Promise<boolean>;

export function createLabelKeeper(needs: Needs): EnsureLabels {
  const { index, writer, logger, pauses } = needs;
  return async (repository) => {
    if (!takesWrites(repository) || pauses.isPaused(repository.id)) return;
    try {
      const before = index.labels(repository.id);
      const { labels } = await writer.ensureLabels(repository, followRenames(needs, repository.id));
      await keep(needs, repository.id, before, labels);
    } catch (thrown) {
      if (!(thrown instanceof RequestFailed)) throw thrown;
      const { type, message } = thrown.failure;
      if (type !== "refused" && type !== "gone") throw thrown;
      logger.warn({ repository: `${repository.owner}/${repository.name}`, message }, "labels were refused");
    }
  };
}

/** A repository's names for our labels: those in its settings, otherwise those that users gave them. */
export function renamingIn(
  index: Pick<Index, "labels">,
  settingsOf: SettingsOf,
): (repositoryId: RepositoryId) => RenamedLabels {
  return (repositoryId) => {
    const kept = Object.entries(index.labels(repositoryId)).map(([shipped, label]) => [shipped, label?.name]);
    return { ...Object.fromEntries(kept), ...configuredNames(settingsOf(repositoryId)) };
  };
}

/** A name in the settings takes precedence. */
function followRenames(
  { index, settingsOf }: Pick<Needs, "index" | "settingsOf">,
  repositoryId: RepositoryId,
): StoredLabels {
  const inSettings = configuredNames(settingsOf(repositoryId));
  const kept = Object.entries(index.labels(repositoryId));
  return Object.fromEntries(kept.filter(([shipped]) => inSettings[shipped] === undefined));
}

function configuredNames({ labels }: Settings): RenamedLabels {
  return Object.fromEntries(Object.entries(labels).filter(([, name]) => name !== undefined));
}

/** Issues show a renamed label under its new name, and a recreated one not at all. */
async function keep(
  { index, clock }: Pick<Needs, "index" | "clock">,
  repositoryId: RepositoryId,
  before: StoredLabels,
  after: StoredLabels,
): Promise<void> {
  if (sameLabels(before, after)) return;
  await index.saveLabels(repositoryId, after);
  if (Object.keys(before).length > 0)
    await refreshOpenIssues({ index, clock }, repositoryId, "a label changed");
}

function sameLabels(a: StoredLabels, b: StoredLabels): boolean {
  return [...Object.keys(a), ...Object.keys(b)].every(
    (shipped) => a[shipped]?.id === b[shipped]?.id && a[shipped]?.name === b[shipped]?.name,
  );
}
