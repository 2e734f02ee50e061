/** Stores the coordinator's data: context stores, guides, findings and proposals. Reads records by kind for it. */
import type { Millis } from "../../base/clock.ts";
import { integer, optional, text } from "../../base/row.ts";
import type { ModelCalls } from "../../coordinator/answers/answerer.ts";
import type { Guide, GuideStore, KeptGuides } from "../../coordinator/guides/guide.ts";
import type { ContextHead, CoordinatorStore, Listed, StoredContext } from "../../coordinator/ports.ts";
import type { Index } from "../../dispatcher/ports/issue-index.ts";
import type { NodeId, RepositoryId, RepositorySeen } from "../../engine/model/fact.ts";
import type { PageFinding } from "../../engine/model/page-finding.ts";
import type { Proposal } from "../../engine/model/proposal.ts";
import type { IssueRecord } from "../../engine/model/snapshot.ts";
import { recordIn } from "../shape/record-row.ts";
import type { Connection } from "./database/connection.ts";
import { statement } from "./database/statement.ts";
import { contextsOf, headsOf, saveContext } from "./tables/contexts.ts";
import { guidesMade, guidesOf, saveGuides, skillsNamed } from "./tables/guides.ts";
import { countModelCall } from "./tables/model-calls.ts";
import { handoversWithPages, pageFindingsOf, savePageFinding } from "./tables/page-findings.ts";
import { proposalsOf, saveProposals } from "./tables/proposals.ts";

const ofKind = statement(`
SELECT record, read_at FROM issue WHERE repository_id = :repository AND kind = :kind ORDER BY number DESC LIMIT :limit`);
/** The last condition lets the index `issue_order_asked` answer it without reading a record. */
const listed = statement(`
SELECT id, edition FROM issue_order
WHERE repository_id = :repository AND kind = :kind AND kind IN ('question', 'answer') ORDER BY number DESC LIMIT :limit`);
const askedEdition = statement("SELECT asked_edition FROM repository WHERE id = :repository");

export class PostgresCoordinatorStore implements CoordinatorStore, GuideStore, ModelCalls {
  readonly #connection: Connection;
  readonly #index: Pick<Index, "repository" | "repositories" | "records">;

  constructor(connection: Connection, index: Pick<Index, "repository" | "repositories" | "records">) {
    this.#connection = connection;
    this.#index = index;
  }

  repository(id: RepositoryId): RepositorySeen | undefined {
    return this.#index.repository(id);
  }

  repositories(): readonly RepositorySeen[] {
    return this.#index.repositories();
  }

  records(ids: readonly NodeId[]): Promise<ReadonlyMap<NodeId, IssueRecord>> {
    return this.#index.records(ids);
  }

  async ofKind(
    repository: RepositoryId,
    kind: "question" | "answer" | "task" | "handover" | "contract",
    limit: number,
  ): Promise<readonly IssueRecord[]> {
    const rows = await this.#connection.lists.all(ofKind, { repository, kind, limit });
    return rows.toReversed().map(recordIn);
  }

  async listed(
    repository: RepositoryId,
    kind: "question" | "answer",
    limit: number,
  ): Promise<readonly Listed[]> {
    const rows = await this.#connection.lists.all(listed, { repository, kind, limit });
    return rows.toReversed().map((row) => ({ id: text(row, "id"), edition: integer(row, "edition") }));
  }

  async edition(repository: RepositoryId): Promise<number> {
    return optional(integer, await this.#connection.one(askedEdition, { repository }), "asked_edition") ?? 0;
  }

  contexts(ids: readonly RepositoryId[]): Promise<ReadonlyMap<RepositoryId, StoredContext>> {
    return contextsOf(this.#connection, ids);
  }

  contextHeads(ids: readonly RepositoryId[]): Promise<ReadonlyMap<RepositoryId, ContextHead>> {
    return headsOf(this.#connection, ids);
  }

  keepContext(repository: RepositoryId, kept: StoredContext): Promise<void> {
    return this.#connection.write((queries) => saveContext(queries, repository, kept));
  }

  skillsNamed(repository: RepositoryId, limit: number): Promise<readonly string[]> {
    return skillsNamed(this.#connection, repository, limit);
  }

  guidesMade(repository: RepositoryId): Promise<string | undefined> {
    return guidesMade(this.#connection, repository);
  }

  guides(repository: RepositoryId): Promise<readonly Guide[]> {
    return guidesOf(this.#connection, repository);
  }

  keepGuides(repository: RepositoryId, kept: KeptGuides): Promise<void> {
    return this.#connection.write((queries) => saveGuides(queries, repository, kept));
  }

  handoversWithPages(repository: RepositoryId, limit: number): Promise<readonly NodeId[]> {
    return handoversWithPages(this.#connection, repository, limit);
  }

  pageFindings(ids: readonly NodeId[]): Promise<ReadonlyMap<NodeId, PageFinding>> {
    return pageFindingsOf(this.#connection, ids);
  }

  savePageFinding(id: NodeId, finding: PageFinding): Promise<void> {
    return this.#connection.write((queries) => savePageFinding(queries, id, finding));
  }

  count(perHour: number, now: Millis): Promise<boolean> {
    return this.#connection.write((queries) => countModelCall(queries, perHour, now));
  }

  proposals(ids: readonly NodeId[]): Promise<ReadonlyMap<NodeId, Proposal>> {
    return proposalsOf(this.#connection, ids);
  }

  async saveProposals(proposals: ReadonlyMap<NodeId, Proposal>): Promise<void> {
    if (proposals.size > 0) await this.#connection.write((queries) => saveProposals(queries, proposals));
  }
}
