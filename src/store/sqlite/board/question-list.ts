/** Lists questions, with what the coordinator made of each. */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { RepositoryId } from "../../../engine/model/fact.ts";
import type { QuestionCard, ReadyFilter } from "../../../operations/ports.ts";
import { jsonOrNull, toCard } from "../../shape/card-row.ts";
import { byOpenness, proposalNow, questionCard } from "../../shape/question-card.ts";
import { recordIn } from "../../shape/record-row.ts";
import { proposalsOf } from "../../sql/tables/proposals.ts";
import type { RunOp } from "../database/run-op.ts";

export class QuestionList {
  readonly #questions: StatementSync;
  readonly #ops: RunOp;

  constructor(database: DatabaseSync, ops: RunOp) {
    this.#ops = ops;
    this.#questions = database.prepare(`
      SELECT i.*, r.owner, r.name FROM issue AS i JOIN repository AS r ON r.id = i.repository_id
      WHERE i.kind = 'question' AND (:repository IS NULL OR i.repository_id = :repository)
        AND (:among IS NULL OR i.repository_id IN (SELECT value FROM json_each(:among)))
      ORDER BY i.state = 'open' DESC, i.created_at DESC, i.id LIMIT :limit`);
  }

  /** Open questions first, then the most urgent. @param repository null for all */
  list(
    repository: RepositoryId | null,
    { limit, among }: Pick<ReadyFilter, "limit" | "among">,
  ): readonly QuestionCard[] {
    const wanted = { repository, limit, among: jsonOrNull(among) };
    const cards = this.#questions.all(wanted).flatMap((row) => {
      const record = recordIn(row);
      return (
        questionCard(
          toCard(row),
          record,
          proposalNow(record, this.#ops(proposalsOf([record.seen.id])).get(record.seen.id)),
        ) ?? []
      );
    });
    return cards.toSorted(byOpenness);
  }
}
