/** The local index of GitHub's state, and the single commit that ends a reconcile pass. */
import type { Millis } from "../../base/clock.ts";
import type { Index, PassCommit, ReadyPage, Resolved, Tracks } from "../../dispatcher/ports/issue-index.ts";
import type { LedgerEntry } from "../../dispatcher/ports/ledger.ts";
import type { StoredPull } from "../../dispatcher/ports/pulls.ts";
import type { RefreshRequest } from "../../dispatcher/ports/refresh-request.ts";
import type { StoredLabels, StoredSettings } from "../../dispatcher/ports/settings.ts";
import type { Work } from "../../dispatcher/ports/tracker.ts";
import { repositoriesAbout, type ServedRepositories } from "../../engine/fold/repositories-met.ts";
import type { NodeId, RepositoryId, RepositorySeen } from "../../engine/model/fact.ts";
import type { Traces } from "../../engine/model/leading.ts";
import type { PageFinding } from "../../engine/model/page-finding.ts";
import type { Proposal } from "../../engine/model/proposal.ts";
import type {
  HeldTask,
  IssueRecord,
  LedgerLine,
  Snapshot,
  StartedTask,
  TaskLocks,
} from "../../engine/model/snapshot.ts";
import { pageFindingsOf } from "../sql/tables/page-findings.ts";
import { proposalsOf } from "../sql/tables/proposals.ts";
import { dropPulls, pullsOf, savePull } from "../sql/tables/pulls.ts";
import type { Change, Changes } from "./database/changes.ts";
import type { Connection } from "./database/connection.ts";
import { runOp } from "./database/run-op.ts";
import { Neighbourhood } from "./neighbourhood.ts";
import { orderSessions } from "./orders.ts";
import { beforePass, repositoriesIn, requestRefreshes, savePass } from "./pass-commit.ts";
import { findAnywhere } from "./repositories-elsewhere.ts";
import type { RepositoryCache } from "./repository-cache.ts";
import {
  type InstallationOf,
  installationsWith,
  RepositoryInstallations,
} from "./repository-installations.ts";
import type { ServedScope } from "./served-scope.ts";
import * as lists from "./tables/issues/issue-lists.ts";
import type { IssueTable } from "./tables/issues/issue-table.ts";
import { addToLedger, ledgersOf } from "./tables/ledger-table.ts";
import { changedIn, saveRepositories } from "./tables/repository-table.ts";
import { saveLabels, saveSettings } from "./tables/settings-table.ts";

export class PostgresIndex implements Index {
  readonly #connection: Connection;
  readonly #changes: Changes;
  readonly #issues: IssueTable;
  readonly #cache: RepositoryCache;
  readonly #scope: ServedScope;
  readonly #installations: RepositoryInstallations;
  readonly #neighbourhood: Neighbourhood;

  constructor(
    connection: Connection,
    changes: Changes,
    issues: IssueTable,
    cache: RepositoryCache,
    scope: ServedScope,
  ) {
    this.#connection = connection;
    this.#changes = changes;
    this.#issues = issues;
    this.#cache = cache;
    this.#scope = scope;
    this.#installations = new RepositoryInstallations(connection, cache, scope);
    this.#neighbourhood = new Neighbourhood(connection, issues, cache);
  }

  repository(id: RepositoryId): RepositorySeen | undefined {
    return this.#cache.repositories.byId.get(id);
  }

  repositories(): readonly RepositorySeen[] {
    return [...this.#cache.repositories.byId.values()];
  }

  repositoryNamed(owner: string, name: string): RepositorySeen | undefined {
    return this.#cache.repositories.named(owner, name);
  }

  async repositoriesAbout(
    records: readonly IssueRecord[],
    read: readonly IssueRecord[],
  ): Promise<ReadonlyMap<RepositoryId, RepositorySeen>> {
    const own: ServedRepositories = {
      repository: (id) => this.repository(id),
      repositoryNamed: (owner, name) => this.repositoryNamed(owner, name),
    };
    // Other processes have all repositories in their cache.
    if (this.#scope.type !== "installation") return repositoriesAbout(records, read, own);
    return findAnywhere(this.#connection, own, (among) => repositoriesAbout(records, read, among));
  }

  cursor(repositoryId: RepositoryId): Millis | undefined {
    return this.#cache.cursor(repositoryId);
  }

  isBehind(repositoryId: RepositoryId, now: Millis): boolean {
    return this.#cache.isBehind(repositoryId, now);
  }

  toAdopt(repositoryId: RepositoryId): number {
    return this.#cache.toAdopt(repositoryId);
  }

  settings(repositoryId: RepositoryId): StoredSettings | undefined {
    return this.#cache.settings(repositoryId);
  }

  labels(repositoryId: RepositoryId): StoredLabels {
    return this.#cache.labels(repositoryId);
  }

  traces(repositoryId: RepositoryId): Traces {
    return this.#cache.traces(repositoryId);
  }

  async around(ids: readonly NodeId[]): Promise<Snapshot> {
    const snapshot = await this.#neighbourhood.around(ids);
    if (this.#scope.type !== "installation") return snapshot;
    return { ...snapshot, repositories: await this.repositoriesAbout([...snapshot.records.values()], []) };
  }

  records(ids: readonly NodeId[]): Promise<ReadonlyMap<NodeId, IssueRecord>> {
    return this.#issues.records(this.#connection, ids);
  }

  idsOf(repositoryId: RepositoryId, numbers: readonly number[]): Promise<ReadonlyMap<number, NodeId>> {
    return this.#issues.idsOf(this.#connection, repositoryId, numbers);
  }

  async resolve(owner: string, repo: string, number: number): Promise<Resolved | undefined> {
    const repositoryId = this.repositoryNamed(owner, repo)?.id;
    if (repositoryId === undefined) return undefined;
    return { repositoryId, id: (await this.idsOf(repositoryId, [number])).get(number) };
  }

  issueIds(repositoryId: RepositoryId): Promise<readonly NodeId[]> {
    return lists.issueIds(this.#connection, repositoryId);
  }

  onTracks(wanted: readonly Tracks[]): Promise<readonly NodeId[]> {
    return this.#neighbourhood.onTracks(wanted);
  }

  sameMessages(keys: readonly string[]): Promise<readonly NodeId[]> {
    return lists.sameMessages(this.#connection, keys);
  }

  firstSigned(keys: readonly string[]): Promise<ReadonlyMap<string, NodeId>> {
    return lists.firstSigned(this.#connection, keys);
  }

  handoversAbout(repositoryId: RepositoryId, work: readonly Work[]): Promise<readonly NodeId[]> {
    return lists.handoversAbout(this.#connection, repositoryId, work);
  }

  taskLocks(repositoryId: RepositoryId): Promise<readonly TaskLocks[]> {
    return lists.taskLocks(this.#connection, repositoryId);
  }

  startedTasks(repositoryId: RepositoryId): Promise<readonly StartedTask[]> {
    return lists.startedTasks(this.#connection, repositoryId);
  }

  holdings(repositoryId: RepositoryId): Promise<readonly HeldTask[]> {
    return lists.holdings(this.#connection, repositoryId);
  }

  orderSessions(orderIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return orderSessions(this.#connection, orderIds);
  }

  readyTasks(
    repositoryId: RepositoryId,
    track: string | undefined,
    page: ReadyPage,
  ): Promise<readonly NodeId[]> {
    return lists.readyIn(this.#connection.lists, repositoryId, track, page);
  }

  openIssues(repositoryId: RepositoryId): Promise<number> {
    return lists.openIssues(this.#connection, repositoryId);
  }

  oldestRead(repositoryId: RepositoryId, before: Millis, limit: number): Promise<readonly NodeId[]> {
    return lists.longestUnread(this.#connection, repositoryId, before, limit);
  }

  ledgersOf(issueIds: readonly NodeId[], limit: number): Promise<ReadonlyMap<NodeId, readonly LedgerLine[]>> {
    return ledgersOf(this.#connection, issueIds, limit);
  }

  pageFindings(handoverIds: readonly NodeId[]): Promise<ReadonlyMap<NodeId, PageFinding>> {
    return runOp(this.#connection, pageFindingsOf(handoverIds));
  }

  proposals(questionIds: readonly NodeId[]): Promise<ReadonlyMap<NodeId, Proposal>> {
    return runOp(this.#connection, proposalsOf(questionIds));
  }

  pulls(repositoryId: RepositoryId): Promise<readonly StoredPull[]> {
    return runOp(this.#connection, pullsOf(repositoryId));
  }

  savePull(repositoryId: RepositoryId, pull: StoredPull): Promise<void> {
    return this.#connection.write((queries) => runOp(queries, savePull(repositoryId, pull)));
  }

  async dropPulls(repositoryId: RepositoryId, numbers: readonly number[]): Promise<void> {
    if (numbers.length > 0)
      await this.#connection.write((queries) => runOp(queries, dropPulls(repositoryId, numbers)));
  }

  saveSettings(repositoryId: RepositoryId, kept: StoredSettings): Promise<void> {
    return this.#changeOf([repositoryId], async ({ queries, onceDurable }) => {
      await saveSettings(queries, repositoryId, kept);
      onceDurable(() => this.#cache.putSettings(repositoryId, kept));
    });
  }

  saveLabels(repositoryId: RepositoryId, labels: StoredLabels): Promise<void> {
    return this.#changeOf([repositoryId], async ({ queries, onceDurable }) => {
      await saveLabels(queries, repositoryId, labels);
      onceDurable(() => this.#cache.putLabels(repositoryId, labels));
    });
  }

  async commit(result: PassCommit): Promise<void> {
    const { clock, onStep } = this.#connection;
    // An issue never changes its repository, so what is read before the lock still holds.
    const decided = [...new Set([...result.decided, ...result.gone])];
    const repositories = await this.#issues.repositoriesOf(this.#connection, decided);
    const touched = [...repositoriesIn({ result, repositories })];
    const installationBefore = await this.#installations.of(touched);
    const installationAfter = installationsWith(installationBefore, result.repositories);
    const pass = { result, at: clock.now(), installationBefore, installationAfter, repositories };
    const locked = [...touched.map(installationBefore), ...touched.map(installationAfter)];
    await this.#changes.makeAfterReading(
      locked,
      (queries) => beforePass(queries, result, this.#issues),
      (change, before) => savePass(change, pass, before, this.#issues, this.#cache),
    );
    onStep("cycle committed");
  }

  requestRefreshes(requests: readonly RefreshRequest[]): Promise<void> {
    const repositories = requests.map(({ repositoryId }) => repositoryId);
    return this.#changeOf(repositories, (change, installationOf) => {
      const kept = { cache: this.#cache, installationOf };
      return requestRefreshes(change, requests, kept, { page: undefined, served: [] });
    });
  }

  note(entries: readonly LedgerEntry[]): Promise<void> {
    const repositories = entries.map(({ repositoryId }) => repositoryId);
    return this.#changeOf(repositories, async (change, installationOf) =>
      addToLedger(change, entries, installationOf),
    );
  }

  async saveRepositories(seen: readonly RepositorySeen[], gone: readonly RepositoryId[]): Promise<void> {
    const repositories = [...seen.map(({ id }) => id), ...gone];
    const installationBefore = await this.#installations.of(repositories);
    const installationAfter = installationsWith(installationBefore, seen);
    const locked = [...repositories.map(installationBefore), ...repositories.map(installationAfter)];
    const known = { cache: this.#cache, installationBefore, at: this.#connection.clock.now() };
    await this.#changes.make(locked, (change) =>
      saveRepositories(change, known, changedIn(this.#cache, seen), gone),
    );
  }

  async #changeOf(
    repositories: readonly (RepositoryId | undefined)[],
    work: (change: Change, installationOf: InstallationOf) => Promise<void>,
  ): Promise<void> {
    const installationOf = await this.#installations.of(repositories);
    await this.#changes.make(repositories.map(installationOf), (change) => work(change, installationOf));
  }
}
