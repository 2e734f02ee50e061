/**
 * The local index of GitHub's state, and the single commit that ends a reconcile pass. Deliveries are marked
 * processed in the same transaction that saves the pass's results: never one without the other.
 */
import type { StatementSync } from "node:sqlite";
import type { Millis } from "../../base/clock.ts";
import type { Index, PassCommit, ReadyPage, Resolved, Tracks } from "../../dispatcher/ports/issue-index.ts";
import type { LedgerEntry } from "../../dispatcher/ports/ledger.ts";
import type { StoredPull } from "../../dispatcher/ports/pulls.ts";
import type { RefreshRequest } from "../../dispatcher/ports/refresh-request.ts";
import type { StoredLabels, StoredSettings } from "../../dispatcher/ports/settings.ts";
import type { Work } from "../../dispatcher/ports/tracker.ts";
import { repositoriesAbout } from "../../engine/fold/repositories-met.ts";
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
import { decidedRow } from "../shape/decided-row.ts";
import type { Database } from "../sql/op.ts";
import { pageFindingsOf } from "../sql/tables/page-findings.ts";
import { proposalsOf } from "../sql/tables/proposals.ts";
import { dropPulls, pullsOf, savePull } from "../sql/tables/pulls.ts";
import type { Connection } from "./database/connection.ts";
import { integer, optional } from "./database/row.ts";
import { sqliteDatabase } from "./database/run-op.ts";
import type { SqliteInbox } from "./inbox.ts";
import { Neighbourhood } from "./neighbourhood.ts";
import { TraceReader } from "./tables/issues/trace-reader.ts";
import { LedgerReader } from "./tables/ledger-table.ts";
import type { Tables } from "./tables/tables.ts";

export class SqliteIndex implements Index {
  readonly #connection: Connection;
  readonly #tables: Tables;
  readonly #database: Database;
  readonly #inbox: SqliteInbox;
  readonly #neighbourhood: Neighbourhood;
  readonly #ledger: LedgerReader;
  readonly #traces: TraceReader;
  readonly #cursor: StatementSync;
  readonly #saveCursor: StatementSync;

  constructor(connection: Connection, tables: Tables, inbox: SqliteInbox) {
    const { database } = connection;
    this.#connection = connection;
    this.#tables = tables;
    this.#database = sqliteDatabase(database, connection.write);
    this.#inbox = inbox;
    this.#neighbourhood = new Neighbourhood(database, tables.issues, tables.repositories);
    this.#ledger = new LedgerReader(database);
    this.#traces = new TraceReader(database);
    this.#cursor = database.prepare("SELECT at FROM cursor WHERE repository_id = ?");
    this.#saveCursor = database.prepare("REPLACE INTO cursor (repository_id, at) VALUES (?, ?)");
  }

  repository(id: RepositoryId): RepositorySeen | undefined {
    return this.#tables.repositories.all().get(id);
  }

  repositories(): readonly RepositorySeen[] {
    return [...this.#tables.repositories.all().values()];
  }

  repositoryNamed(owner: string, name: string): RepositorySeen | undefined {
    return this.#tables.repositories.named(owner, name);
  }

  async repositoriesAbout(records: readonly IssueRecord[], read: readonly IssueRecord[]) {
    return repositoriesAbout(records, read, {
      repository: (id) => this.repository(id),
      repositoryNamed: (owner, name) => this.repositoryNamed(owner, name),
    });
  }

  cursor(repositoryId: RepositoryId): Millis | undefined {
    return optional(integer, this.#cursor.get(repositoryId), "at");
  }

  isBehind(repositoryId: RepositoryId, now: Millis): boolean {
    return this.#tables.refreshes.isBehind(repositoryId, now);
  }

  toAdopt(repositoryId: RepositoryId): number {
    return this.#tables.refreshes.toAdopt(repositoryId);
  }

  settings(repositoryId: RepositoryId): StoredSettings | undefined {
    return this.#tables.settings.of(repositoryId);
  }

  labels(repositoryId: RepositoryId): StoredLabels {
    return this.#tables.labels.of(repositoryId);
  }

  traces(repositoryId: RepositoryId): Traces {
    return this.#traces.of(repositoryId);
  }

  async around(ids: readonly NodeId[]): Promise<Snapshot> {
    return this.#neighbourhood.around(ids);
  }

  async records(ids: readonly NodeId[]): Promise<ReadonlyMap<NodeId, IssueRecord>> {
    return this.#tables.issues.records(ids);
  }

  async idsOf(repositoryId: RepositoryId, numbers: readonly number[]): Promise<ReadonlyMap<number, NodeId>> {
    return this.#tables.issues.idsOf(repositoryId, numbers);
  }

  async resolve(owner: string, repo: string, number: number): Promise<Resolved | undefined> {
    const repositoryId = this.repositoryNamed(owner, repo)?.id;
    if (repositoryId === undefined) return undefined;
    return { repositoryId, id: this.#tables.issues.idOf(repositoryId, number) };
  }

  async issueIds(repositoryId: RepositoryId): Promise<readonly NodeId[]> {
    return this.#tables.issueLists.ids(repositoryId);
  }

  async onTracks(wanted: readonly Tracks[]): Promise<readonly NodeId[]> {
    return this.#neighbourhood.onTracks(wanted);
  }

  async sameMessages(keys: readonly string[]): Promise<readonly NodeId[]> {
    return this.#tables.issueLists.sameMessages(keys);
  }

  async firstSigned(keys: readonly string[]): Promise<ReadonlyMap<string, NodeId>> {
    return this.#tables.issueLists.firstSigned(keys);
  }

  async handoversAbout(repositoryId: RepositoryId, work: readonly Work[]): Promise<readonly NodeId[]> {
    return this.#tables.issueLists.handoversAbout(repositoryId, work);
  }

  async taskLocks(repositoryId: RepositoryId): Promise<readonly TaskLocks[]> {
    return this.#tables.issueLists.taskLocks(repositoryId);
  }

  async startedTasks(repositoryId: RepositoryId): Promise<readonly StartedTask[]> {
    return this.#tables.issueLists.startedTasks(repositoryId);
  }

  async holdings(repositoryId: RepositoryId): Promise<readonly HeldTask[]> {
    return this.#tables.issueLists.holdings(repositoryId);
  }

  async orderSessions(orderIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return this.#tables.orders.sessionsOf(orderIds);
  }

  async readyTasks(
    repositoryId: RepositoryId,
    track: string | undefined,
    page: ReadyPage,
  ): Promise<readonly NodeId[]> {
    return this.#tables.issueLists.readyTasks(repositoryId, track, page);
  }

  async openIssues(repositoryId: RepositoryId): Promise<number> {
    return this.#tables.issueLists.openIssues(repositoryId);
  }

  async oldestRead(repositoryId: RepositoryId, before: Millis, limit: number): Promise<readonly NodeId[]> {
    return this.#tables.issueLists.oldestRead(repositoryId, before, limit);
  }

  async ledgersOf(
    issueIds: readonly NodeId[],
    limit: number,
  ): Promise<ReadonlyMap<NodeId, readonly LedgerLine[]>> {
    return new Map(issueIds.map((id) => [id, this.#ledger.of(id, limit)]));
  }

  async pageFindings(handoverIds: readonly NodeId[]): Promise<ReadonlyMap<NodeId, PageFinding>> {
    return this.#database.read(() => pageFindingsOf(handoverIds));
  }

  async proposals(questionIds: readonly NodeId[]): Promise<ReadonlyMap<NodeId, Proposal>> {
    return this.#database.read(() => proposalsOf(questionIds));
  }

  async pulls(repositoryId: RepositoryId): Promise<readonly StoredPull[]> {
    return this.#database.read(() => pullsOf(repositoryId));
  }

  savePull(repositoryId: RepositoryId, pull: StoredPull): Promise<void> {
    return this.#database.write(() => savePull(repositoryId, pull));
  }

  async dropPulls(repositoryId: RepositoryId, numbers: readonly number[]): Promise<void> {
    if (numbers.length > 0) await this.#database.write(() => dropPulls(repositoryId, numbers));
  }

  saveSettings(repositoryId: RepositoryId, kept: StoredSettings): Promise<void> {
    return this.#connection.write(() => this.#tables.settings.save(repositoryId, kept));
  }

  saveLabels(repositoryId: RepositoryId, labels: StoredLabels): Promise<void> {
    return this.#connection.write(() => this.#tables.labels.save(repositoryId, labels));
  }

  commit(result: PassCommit): Promise<void> {
    const { write, onStep } = this.#connection;
    this.#inbox.indexRows(result.settled);
    return write(
      () => this.#save(result),
      () => onStep("cycle committed"),
    );
  }

  #save(result: PassCommit): void {
    const { issues, refreshes, effects, ledger, notes } = this.#tables;
    this.#inbox.settle(result.settled);
    for (const id of result.refreshed) refreshes.remove(id);
    this.#saveRepositories(result.repositories, []);
    this.#tables.saveRecords(result.records);
    for (const id of result.gone) {
      issues.remove(id);
      effects.dropOf(id);
    }
    const at = this.#connection.clock.now();
    const areNotesNew = notes.replace([...result.decided, ...result.gone], result.notes, at);
    if (result.gone.length > 0 || areNotesNew) this.#tables.markChanged();
    for (const look of result.refreshes) refreshes.add(look);
    if (result.page !== undefined) refreshes.addPage(result.page);
    for (const planned of effects.replace(result.decided, result.effects, at))
      ledger.add(decidedRow(at, planned));
    for (const entry of result.ledger) ledger.add(entry);
    for (const step of result.orders ?? []) this.#tables.orders.step(step);
    if (result.cursor !== undefined) this.#saveCursor.run(result.cursor.repositoryId, result.cursor.at);
  }

  requestRefreshes(requests: readonly RefreshRequest[]): Promise<void> {
    return this.#connection.write(() => {
      for (const request of requests) this.#tables.refreshes.add(request);
    });
  }

  note(entries: readonly LedgerEntry[]): Promise<void> {
    return this.#connection.write(() => {
      for (const entry of entries) this.#tables.ledger.add(entry);
    });
  }

  saveRepositories(seen: readonly RepositorySeen[], gone: readonly RepositoryId[]): Promise<void> {
    return this.#connection.write(() => this.#saveRepositories(seen, gone));
  }

  #saveRepositories(seen: readonly RepositorySeen[], gone: readonly RepositoryId[]): void {
    const at = this.#connection.clock.now();
    const changed = seen.filter((repository) => this.#tables.repositories.save(repository));
    for (const id of gone) this.#tables.repositories.remove(id, at);
    if (changed.length + gone.length > 0) this.#tables.markChanged();
  }
}
