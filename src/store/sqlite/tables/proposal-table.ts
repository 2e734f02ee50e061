/** The coordinator's proposals, by question. A cache: it may be deleted and is recreated. */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { NodeId } from "../../../engine/model/fact.ts";
import type { Proposal } from "../../../engine/model/proposal.ts";
import { optional, text } from "../database/row.ts";

export class ProposalTable {
  readonly #one: StatementSync;
  readonly #save: StatementSync;

  constructor(database: DatabaseSync) {
    this.#one = database.prepare("SELECT proposal FROM proposal WHERE question_id = ?");
    this.#save = database.prepare("REPLACE INTO proposal (question_id, proposal) VALUES (?, ?)");
  }

  of(questionId: NodeId): Proposal | undefined {
    const json = optional(text, this.#one.get(questionId), "proposal");
    if (json === undefined) return undefined;
    const proposal: Proposal = JSON.parse(json);
    return proposal;
  }

  ofAll(questionIds: readonly NodeId[]): ReadonlyMap<NodeId, Proposal> {
    const found = new Map<NodeId, Proposal>();
    for (const id of questionIds) {
      const proposal = this.of(id);
      if (proposal !== undefined) found.set(id, proposal);
    }
    return found;
  }

  save(questionId: NodeId, proposal: Proposal): void {
    this.#save.run(questionId, JSON.stringify(proposal));
  }
}
