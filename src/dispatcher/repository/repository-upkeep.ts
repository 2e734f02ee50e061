/** Keeps a repository's settings, labels and checks about locks up to date around its passes. */
import type { NodeId, RepositoryId, RepositorySeen } from "../../engine/model/fact.ts";
import type { DispatcherPorts } from "../dispatcher-ports.ts";
import type { PullChecks } from "../locks/pull-checks.ts";
import type { ReceivedPush } from "../ports/settings.ts";
import type { Person } from "../ports/tracker.ts";
import { isApprovalOpen } from "../settings-approval/approvals.ts";
import type { KeptSettings } from "./kept-settings.ts";
import type { LabelKeeper } from "./label-keeper.ts";
import type { SettingsRefresher } from "./settings-refresher.ts";

/** What the deliveries of a pass say of the repository itself. */
export interface RepositoryNews {
  readonly labelsDeleted: boolean;
  readonly filesChanged: boolean;
  readonly hasPullNews: boolean;
  readonly pullNewsBy: readonly Person[];
  readonly pushes: readonly (ReceivedPush | undefined)[];
}

export class RepositoryUpkeep {
  readonly #ports: DispatcherPorts;
  readonly #keptSettings: KeptSettings;
  readonly #settingsRefresher: SettingsRefresher;
  readonly #labelKeeper: LabelKeeper;
  readonly #pullChecks: PullChecks;
  /** Repositories whose settings were read since the start: where none can be stored, they are asked for once. */
  readonly #readSinceStart = new Set<RepositoryId>();

  constructor(
    ports: DispatcherPorts,
    keptSettings: KeptSettings,
    settingsRefresher: SettingsRefresher,
    labelKeeper: LabelKeeper,
    pullChecks: PullChecks,
  ) {
    this.#ports = ports;
    this.#keptSettings = keptSettings;
    this.#settingsRefresher = settingsRefresher;
    this.#labelKeeper = labelKeeper;
    this.#pullChecks = pullChecks;
  }

  async beforePass(repository: RepositorySeen, news: RepositoryNews): Promise<void> {
    const isNew = this.#ports.stores.index.repository(repository.id) === undefined;
    if (isNew || this.#lacksSettings(repository) || this.#mayHaveNewSettings(repository, news)) {
      const newest = news.pushes.findLast((push) => push !== undefined);
      await this.#settingsRefresher.refresh(repository, newest);
      this.#readSinceStart.add(repository.id);
    }
    if (isNew || news.labelsDeleted) await this.#labelKeeper.ensure(repository);
  }

  /** @param ids the issues that the pass decided about */
  async afterPass(
    repository: RepositorySeen,
    { hasPullNews, pullNewsBy }: RepositoryNews,
    ids: readonly NodeId[],
  ): Promise<void> {
    if (await isApprovalOpen(this.#ports.stores.index, repository.id))
      await this.#settingsRefresher.refresh(repository);
    this.#pullChecks.check(repository, { hasPulls: hasPullNews, by: pullNewsBy, ids });
  }

  /** Without settings no agent would be known, and leases would end. */
  #lacksSettings({ id }: RepositorySeen): boolean {
    return this.#ports.stores.index.settings(id) === undefined && !this.#readSinceStart.has(id);
  }

  #mayHaveNewSettings({ id }: RepositorySeen, { filesChanged, pushes }: RepositoryNews): boolean {
    return filesChanged && !this.#keptSettings.areKept(id, pushes);
  }
}
