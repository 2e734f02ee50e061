/**
 * Keeps the list of our repositories, and prepares new and changed ones: labels, a refresh of everything or
 * of what the change affects. Uses GitHub's own list and never the one in the delivery, so a lost, late or
 * reordered delivery changes nothing.
 */
import { type RepositorySeen, takesWrites } from "../../engine/model/fact.ts";
import type { DispatcherPorts } from "../dispatcher-ports.ts";
import type { FailureHandler } from "../failure/failure-handler.ts";
import type { ChangeRefresher } from "../schedule/change-refresher.ts";
import type { Pauses } from "../schedule/pauses.ts";
import { nothingSettled, refreshRequestsFor } from "./changes.ts";
import type { LabelKeeper } from "./label-keeper.ts";
import type { PageRequester } from "./page-requester.ts";
import type { SettingsRefresher } from "./settings-refresher.ts";

export interface RepositoryListParts {
  readonly failures: FailureHandler;
  readonly settingsRefresher: SettingsRefresher;
  readonly labelKeeper: LabelKeeper;
  readonly pageRequester: PageRequester;
  readonly changeRefresher: ChangeRefresher;
  readonly pauses: Pick<Pauses, "refresh">;
}

export class RepositoryList {
  readonly #ports: Pick<DispatcherPorts, "stores" | "github" | "runtime">;
  readonly #parts: RepositoryListParts;

  constructor(ports: Pick<DispatcherPorts, "stores" | "github" | "runtime">, parts: RepositoryListParts) {
    this.#ports = ports;
    this.#parts = parts;
  }

  /**
   * Makes the index's repositories match GitHub's list, sets up the new ones and catches up with those that
   * changed or returned. A setup that fails is repeated at the next refresh.
   */
  async refresh(): Promise<readonly RepositorySeen[]> {
    const { index } = this.#ports.stores;
    const { repositories, unlisted } = await this.#ports.github.tracker.repositories();
    const kept = index.repositories().filter(({ installationId }) => unlisted.includes(installationId));
    const listed = [...repositories, ...kept];
    const ids = new Set(listed.map(({ id }) => id));
    const before = new Map(index.repositories().map((repository) => [repository.id, repository]));
    await index.saveRepositories(
      listed,
      [...before.keys()].filter((id) => !ids.has(id)),
    );
    // One that is new here, or came back, or has its other id, may be paused already.
    this.#parts.pauses.refresh();
    for (const repository of listed) {
      if (index.cursor(repository.id) === undefined) await this.#tryWelcome(repository);
      else await this.#catchUp(before.get(repository.id), repository);
    }
    return listed;
  }

  /** The same, and never rejects. Resolves to whether it succeeded. */
  tryRefresh(): Promise<boolean> {
    return this.#parts.failures.attempt("list repositories", undefined, () => this.refresh());
  }

  /** Requests the issues last: until then the repository counts as new, even after a restart. */
  async #tryWelcome(repository: RepositorySeen): Promise<void> {
    const { failures, settingsRefresher, labelKeeper, pageRequester } = this.#parts;
    await failures.attempt("welcome a repository", repository, async () => {
      await this.#reportDegraded(undefined, repository);
      await settingsRefresher.refresh(repository);
      await labelKeeper.ensure(repository);
      await pageRequester.request(repository);
    });
  }

  /**
   * Refreshes everything in a repository that returned after a suspension or removal, changed its visibility,
   * or is writable again.
   */
  async #catchUp(before: RepositorySeen | undefined, repository: RepositorySeen): Promise<void> {
    const { failures, changeRefresher } = this.#parts;
    await this.#reportDegraded(before, repository);
    if (before === undefined)
      await failures.attempt("catch up", repository, () =>
        changeRefresher.refresh(repository, { everything: false, reread: maxIssues }),
      );
    const isOpened = before !== undefined && !takesWrites(before) && takesWrites(repository);
    const isOther = before !== undefined && before.isPrivate !== repository.isPrivate;
    if (!isOpened && !isOther) return;
    const { index } = this.#ports.stores;
    const because = isOther ? "its repository's visibility changed" : "its repository takes writes again";
    const homes = isOther
      ? index.repositories().filter((each) => shareIssues(each, repository))
      : [repository];
    const now = this.#ports.runtime.clock.now();
    const refreshes = await Promise.all(
      homes.map(async ({ id }) => refreshRequestsFor(id, await index.issueIds(id), now, because)),
    );
    await index.commit({ ...nothingSettled, refreshes: refreshes.flat() });
  }

  /** Logged once, for the operator that we may no longer write: it cannot be said in the repository itself. */
  async #reportDegraded(
    before: RepositorySeen | undefined,
    { id, owner, name, lacksPermission }: RepositorySeen,
  ): Promise<void> {
    if (lacksPermission !== true || before?.lacksPermission === true) return;
    const { clock, logger } = this.#ports.runtime;
    const because =
      'The installation may no longer write issues. Until its permission "Issues: write" is back, signalbox only reads here.';
    logger.warn({ repository: `${owner}/${name}` }, because);
    const row = {
      at: clock.now(),
      repositoryId: id,
      issueId: undefined,
      kind: "degraded",
      rule: "installations",
    } as const;
    await this.#ports.stores.index.note([
      { ...row, because, what: "write nothing", delivery: undefined, actor: undefined },
    ]);
  }
}

/** Only repositories of the same installation show each other's issues. */
function shareIssues(a: RepositorySeen, b: RepositorySeen): boolean {
  return a.installationId === b.installationId;
}

/** More open issues than any repository has. */
const maxIssues = 1_000_000;
