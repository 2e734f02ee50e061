/**
 * What the coordinator reads and stores: records by kind, context stores, proposals. All of it is in the
 * index's one file, so a refresh request and the proposal behind it are at most one commit apart.
 */
import type { ContextHead, ContextKept, CoordinatorStore, Listed } from "../../coordinator/ports.ts";
import type { Index } from "../../dispatcher/ports/issue-index.ts";
import type { NodeId, RepositorySeen } from "../../engine/model/fact.ts";
import type { Proposal } from "../../engine/model/proposal.ts";
import type { IssueRecord } from "../../engine/model/snapshot.ts";
import type { Connection } from "./database/connection.ts";
import { ContextTable } from "./tables/context-table.ts";
import type { Tables } from "./tables/tables.ts";

export class SqliteCoordinatorStore implements CoordinatorStore {
  readonly #connection: Connection;
  readonly #tables: Tables;
  readonly #index: Pick<Index, "repository" | "repositories">;
  readonly #contexts: ContextTable;

  constructor(connection: Connection, tables: Tables, index: Index) {
    this.#connection = connection;
    this.#tables = tables;
    this.#index = index;
    this.#contexts = new ContextTable(connection.database);
  }

  repository(id: NodeId): RepositorySeen | undefined {
    return this.#index.repository(id);
  }

  repositories(): readonly RepositorySeen[] {
    return this.#index.repositories();
  }

  head(repositoryId: NodeId): string | undefined {
    return this.#tables.settings.of(repositoryId)?.commit;
  }

  async records(ids: readonly NodeId[]): Promise<ReadonlyMap<NodeId, IssueRecord>> {
    return this.#tables.issues.records(ids);
  }

  async ofKind(
    repositoryId: NodeId,
    kind: "question" | "answer" | "task" | "handover",
    limit: number,
  ): Promise<readonly IssueRecord[]> {
    const ids = this.#tables.issues.ofKind(repositoryId, kind, limit);
    return [...this.#tables.issues.records(ids).values()];
  }

  async listed(repositoryId: NodeId, kind: "question" | "answer", limit: number): Promise<readonly Listed[]> {
    return this.#tables.issues.listed(repositoryId, kind, limit);
  }

  async edition(repositoryId: NodeId): Promise<number> {
    return this.#tables.issues.askedEdition(repositoryId);
  }

  async contexts(ids: readonly NodeId[]): Promise<ReadonlyMap<NodeId, ContextKept>> {
    return this.#contexts.ofAll(ids);
  }

  async contextHeads(ids: readonly NodeId[]): Promise<ReadonlyMap<NodeId, ContextHead>> {
    return this.#contexts.headsOf(ids);
  }

  keepContext(repositoryId: NodeId, kept: ContextKept): Promise<void> {
    return this.#connection.write(() => this.#contexts.save(repositoryId, kept));
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
