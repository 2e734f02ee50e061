/**
 * What the coordinator reads and stores: records by kind, context stores, proposals. All of it is in the
 * index's one file, so a refresh request and the proposal behind it are at most one commit apart.
 */
import type { ContextKept, ContextShelf, ProposalStore, Questions } from "../../coordinator/ports.ts";
import type { Index } from "../../dispatcher/ports/issue-index.ts";
import type { NodeId, RepositorySeen } from "../../engine/model/fact.ts";
import type { Proposal } from "../../engine/model/proposal.ts";
import type { IssueRecord } from "../../engine/model/snapshot.ts";
import type { Connection } from "./database/connection.ts";
import { ContextTable } from "./tables/context-table.ts";
import type { Tables } from "./tables/tables.ts";

export class SqliteDesk implements Questions, ContextShelf, ProposalStore {
  readonly #connection: Connection;
  readonly #tables: Tables;
  readonly #index: Pick<Index, "repository" | "repositories" | "record">;
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

  record(id: NodeId): IssueRecord | undefined {
    return this.#index.record(id);
  }

  ofKind(
    repositoryId: NodeId,
    kind: "question" | "answer" | "task" | "handover",
    limit: number,
  ): readonly IssueRecord[] {
    const ids = this.#tables.issues.ofKind(repositoryId, kind, limit);
    return ids.flatMap((id) => this.#tables.issues.record(id) ?? []);
  }

  listed(repositoryId: NodeId, kind: "question" | "answer", limit: number): readonly NodeId[] {
    return this.#tables.issues.ofKind(repositoryId, kind, limit);
  }

  editionOf(id: NodeId): number {
    return this.#tables.issues.editionOf(id);
  }

  edition(repositoryId: NodeId): number {
    return this.#tables.issues.askedEdition(repositoryId);
  }

  head(repositoryId: NodeId): string | undefined {
    return this.#tables.settings.of(repositoryId)?.commit;
  }

  context(repositoryId: NodeId): ContextKept | undefined {
    return this.#contexts.of(repositoryId);
  }

  contextHead(repositoryId: NodeId): Pick<ContextKept, "commit" | "paths"> | undefined {
    return this.#contexts.head(repositoryId);
  }

  keepContext(repositoryId: NodeId, kept: ContextKept): Promise<void> {
    return this.#connection.write(() => this.#contexts.save(repositoryId, kept));
  }

  proposal(questionId: NodeId): Proposal | undefined {
    return this.#tables.proposals.of(questionId);
  }

  saveProposals(proposals: ReadonlyMap<NodeId, Proposal>): Promise<void> {
    return this.#connection.write(() => {
      for (const [id, proposal] of proposals) this.#tables.proposals.save(id, proposal);
    });
  }
}
