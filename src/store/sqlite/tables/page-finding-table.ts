/** Which pages handovers may have made stale, as the coordinator found. A cache: it may be deleted and is found again. */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { NodeId, RepositoryId } from "../../../engine/model/fact.ts";
import type { PageFinding } from "../../../engine/model/page-finding.ts";
import { text } from "../database/row.ts";

export class PageFindingTable {
  readonly #handovers: StatementSync;
  readonly #one: StatementSync;
  readonly #save: StatementSync;

  constructor(database: DatabaseSync) {
    this.#handovers = database.prepare(
      "SELECT id FROM issue WHERE repository_id = ? AND pages IS NOT NULL ORDER BY number DESC LIMIT ?",
    );
    this.#one = database.prepare("SELECT finding FROM page_finding WHERE handover_id = ?");
    this.#save = database.prepare("REPLACE INTO page_finding (handover_id, finding) VALUES (?, ?)");
  }

  handovers(repositoryId: RepositoryId, limit: number): readonly NodeId[] {
    return this.#handovers.all(repositoryId, limit).map((row) => text(row, "id"));
  }

  ofAll(handoverIds: readonly NodeId[]): ReadonlyMap<NodeId, PageFinding> {
    const found = new Map<NodeId, PageFinding>();
    for (const id of handoverIds) {
      const row = this.#one.get(id);
      if (row === undefined) continue;
      const finding: PageFinding = JSON.parse(text(row, "finding"));
      found.set(id, finding);
    }
    return found;
  }

  save(handoverId: NodeId, finding: PageFinding): void {
    this.#save.run(handoverId, JSON.stringify(finding));
  }
}
