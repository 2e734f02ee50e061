/**
 * What the coordinator reads and stores: records by kind, context stores, proposals. All of it is in the
 * index's one file, so a refresh request and the proposal behind it are at most one commit apart.
 */
import type { Millis } from "../../base/clock.ts";
import type { ModelCalls } from "../../coordinator/answers/answerer.ts";
import type { Guide, GuideStore, KeptGuides } from "../../coordinator/guides/guide.ts";
import type { ContextHead, CoordinatorStore, Listed, StoredContext } from "../../coordinator/ports.ts";
import type { Index } from "../../dispatcher/ports/issue-index.ts";
import type { NodeId, RepositoryId, RepositorySeen } from "../../engine/model/fact.ts";
import type { PageFinding } from "../../engine/model/page-finding.ts";
import type { Proposal } from "../../engine/model/proposal.ts";
import type { IssueRecord } from "../../engine/model/snapshot.ts";
import type { Connection } from "./database/connection.ts";
import { ContextTable } from "./tables/context-table.ts";
import { GuideTable } from "./tables/guide-table.ts";
import { ModelCallTable } from "./tables/model-call-table.ts";
import type { Tables } from "./tables/tables.ts";

export class SqliteCoordinatorStore implements CoordinatorStore, GuideStore, ModelCalls {
  readonly #connection: Connection;
  readonly #tables: Tables;
  readonly #index: Pick<Index, "repository" | "repositories">;
  readonly #contexts: ContextTable;
  readonly #guides: GuideTable;
  readonly #modelCalls: ModelCallTable;

  constructor(connection: Connection, tables: Tables, index: Index) {
    this.#connection = connection;
    this.#tables = tables;
    this.#index = index;
    this.#contexts = new ContextTable(connection.database);
    this.#guides = new GuideTable(connection.database);
    this.#modelCalls = new ModelCallTable(connection.database);
  }

  repository(id: RepositoryId): RepositorySeen | undefined {
    return this.#index.repository(id);
  }

  repositories(): readonly RepositorySeen[] {
    return this.#index.repositories();
  }

  async records(ids: readonly NodeId[]): Promise<ReadonlyMap<NodeId, IssueRecord>> {
    return this.#tables.issues.records(ids);
  }

  async ofKind(
    repositoryId: RepositoryId,
    kind: "question" | "answer" | "task" | "handover" | "contract",
    limit: number,
  ): Promise<readonly IssueRecord[]> {
    const ids = this.#tables.issueLists.ofKind(repositoryId, kind, limit);
    return [...this.#tables.issues.records(ids).values()];
  }

  async listed(
    repositoryId: RepositoryId,
    kind: "question" | "answer",
    limit: number,
  ): Promise<readonly Listed[]> {
    return this.#tables.issueLists.listed(repositoryId, kind, limit);
  }

  async edition(repositoryId: RepositoryId): Promise<number> {
    return this.#tables.issues.askedEdition(repositoryId);
  }

  async contexts(ids: readonly RepositoryId[]): Promise<ReadonlyMap<RepositoryId, StoredContext>> {
    return this.#contexts.ofAll(ids);
  }

  async contextHeads(ids: readonly RepositoryId[]): Promise<ReadonlyMap<RepositoryId, ContextHead>> {
    return this.#contexts.headsOf(ids);
  }

  keepContext(repositoryId: RepositoryId, kept: StoredContext): Promise<void> {
    return this.#connection.write(() => this.#contexts.save(repositoryId, kept));
  }

  async skillsNamed(repositoryId: RepositoryId, limit: number): Promise<readonly string[]> {
    return this.#guides.skillsNamed(repositoryId, limit);
  }

  async guidesMade(repositoryId: RepositoryId): Promise<string | undefined> {
    return this.#guides.made(repositoryId);
  }

  async guides(repositoryId: RepositoryId): Promise<readonly Guide[]> {
    return this.#guides.all(repositoryId);
  }

  keepGuides(repositoryId: RepositoryId, kept: KeptGuides): Promise<void> {
    return this.#connection.write(() => this.#guides.save(repositoryId, kept));
  }

  async handoversWithPages(repositoryId: RepositoryId, limit: number): Promise<readonly NodeId[]> {
    return this.#tables.pageFindings.handovers(repositoryId, limit);
  }

  async pageFindings(ids: readonly NodeId[]): Promise<ReadonlyMap<NodeId, PageFinding>> {
    return this.#tables.pageFindings.ofAll(ids);
  }

  savePageFinding(id: NodeId, finding: PageFinding): Promise<void> {
    return this.#connection.write(() => this.#tables.pageFindings.save(id, finding));
  }

  count(perHour: number, now: Millis): Promise<boolean> {
    return this.#connection.write(() => this.#modelCalls.count(perHour, now));
  }

  async proposals(ids: readonly NodeId[]): Promise<ReadonlyMap<NodeId, Proposal>> {
    return this.#tables.proposals.ofAll(ids);
  }

  saveProposals(proposals: ReadonlyMap<NodeId, Proposal>): Promise<void> {
    return this.#connection.write(() => {
      for (const [id, proposal] of proposals) this.#tables.proposals.save(id, proposal);
    });
  }
}
