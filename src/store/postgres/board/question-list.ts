/** Lists questions, with what the coordinator made of each. */
import { text } from "../../../base/row.ts";
import type { RepositoryId } from "../../../engine/model/fact.ts";
import type { QuestionCard, ReadyFilter } from "../../../operations/ports.ts";
import { toCard } from "../../shape/card-row.ts";
import { byOpenness, proposalNow, questionCard } from "../../shape/question-card.ts";
import { recordIn } from "../../shape/record-row.ts";
import { proposalsOf } from "../../sql/tables/proposals.ts";
import type { Queries } from "../database/connection.ts";
import { runOp } from "../database/run-op.ts";
import { Conditional, issueConditions } from "./conditions.ts";

const questions = (where: string): string => `
SELECT i.*, r.owner, r.name
FROM (
  SELECT id, state = 'open' AS is_open, created_at FROM issue WHERE kind = 'question' ${where}
  ORDER BY 2 DESC, created_at DESC, id LIMIT :limit
) AS first JOIN issue AS i ON i.id = first.id JOIN repository AS r ON r.id = i.repository_id
ORDER BY first.is_open DESC, first.created_at DESC, first.id`;

export class QuestionList {
  readonly #queries: Queries;
  readonly #questions = new Conditional(questions, issueConditions);

  constructor(queries: Queries) {
    this.#queries = queries;
  }

  /** Open questions first, then the most urgent. @param repository null for all */
  async list(
    repository: RepositoryId | null,
    { limit, among }: Pick<ReadyFilter, "limit" | "among">,
  ): Promise<readonly QuestionCard[]> {
    const wanted = { repository, limit, among: among ?? null };
    const rows = await this.#queries.all(this.#questions.for(wanted), wanted);
    const proposals = await runOp(this.#queries, proposalsOf(rows.map((row) => text(row, "id"))));
    const cards = rows.flatMap((row) => {
      const record = recordIn(row);
      const proposal = proposalNow(record, proposals.get(record.seen.id));
      return questionCard(toCard(row), record, proposal) ?? [];
    });
    return cards.toSorted(byOpenness);
  }
}
