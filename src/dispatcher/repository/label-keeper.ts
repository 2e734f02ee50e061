/**
 * Keeps the App's labels in a repository. One that does not take them (archived, paused, no permission) must
 * not block its work; they are created when the pause ends. A label whose name is missing is not recreated: a
 * user who renamed it meant the same label, so it is followed by its id.
 */
import { type RepositoryId, type RepositorySeen, takesWrites } from "../../engine/model/fact.ts";
import type { RenamedLabels } from "../../protocol/label-name.ts";
import type { Settings } from "../../protocol/settings/config.ts";
import type { DispatcherPorts } from "../dispatcher-ports.ts";
import type { FailureHandler } from "../failure/failure-handler.ts";
import type { Index } from "../ports/issue-index.ts";
import type { SettingsOf, StoredLabels } from "../ports/settings.ts";
import { RequestFailed } from "../request-failed.ts";
import { refreshOpenIssues } from "../schedule/change-refresher.ts";
import type { Pauses } from "../schedule/pauses.ts";

export class LabelKeeper {
  readonly #ports: Pick<DispatcherPorts, "stores" | "github" | "runtime">;
  readonly #settingsOf: SettingsOf;
  readonly #pauses: Pauses;
  readonly #failures: FailureHandler;

  constructor(
    ports: Pick<DispatcherPorts, "stores" | "github" | "runtime">,
    settingsOf: SettingsOf,
    pauses: Pauses,
    failures: FailureHandler,
  ) {
    this.#ports = ports;
    this.#settingsOf = settingsOf;
    this.#pauses = pauses;
    this.#failures = failures;
  }

  async ensure(repository: RepositorySeen): Promise<void> {
    if (!takesWrites(repository) || this.#pauses.isPaused(repository.id)) return;
    const { stores, github, runtime } = this.#ports;
    try {
      const before = stores.index.labels(repository.id);
      const followed = this.#followRenames(repository.id);
      const { labels } = await github.writer.ensureLabels(repository, followed);
      await this.#keep(repository.id, before, labels);
    } catch (thrown) {
      if (!(thrown instanceof RequestFailed)) throw thrown;
      const { type, message } = thrown.failure;
      if (type !== "refused" && type !== "gone") throw thrown;
      const { owner, name } = repository;
      runtime.logger.warn({ repository: `${owner}/${name}`, message }, "labels were refused");
    }
  }

  /** The same, and never rejects. Resolves to whether it succeeded. */
  tryEnsure(repository: RepositorySeen): Promise<boolean> {
    return this.#failures.attempt("make labels", repository, () => this.ensure(repository));
  }

  /** A name in the settings takes precedence. */
  #followRenames(repositoryId: RepositoryId): StoredLabels {
    const inSettings = configuredNames(this.#settingsOf(repositoryId));
    const kept = Object.entries(this.#ports.stores.index.labels(repositoryId));
    return Object.fromEntries(kept.filter(([shipped]) => inSettings[shipped] === undefined));
  }

  /** Issues show a renamed label under its new name, and a recreated one not at all. */
  async #keep(repositoryId: RepositoryId, before: StoredLabels, after: StoredLabels): Promise<void> {
    if (sameLabels(before, after)) return;
    const { index } = this.#ports.stores;
    const { clock } = this.#ports.runtime;
    await index.saveLabels(repositoryId, after);
    if (Object.keys(before).length > 0)
      await refreshOpenIssues({ index, clock }, repositoryId, "a label changed");
  }
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

function configuredNames({ labels }: Settings): RenamedLabels {
  return Object.fromEntries(Object.entries(labels).filter(([, name]) => name !== undefined));
}

function sameLabels(a: StoredLabels, b: StoredLabels): boolean {
  return [...Object.keys(a), ...Object.keys(b)].every(
    (shipped) => a[shipped]?.id === b[shipped]?.id && a[shipped]?.name === b[shipped]?.name,
  );
}
