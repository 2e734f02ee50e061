/** Lists what waits for a person's decision: escalations, and suggested answers. */
import { integer, type Row, text } from "../../../base/row.ts";
import type { RepositoryId } from "../../../engine/model/fact.ts";
import type { EscalationCard } from "../../../operations/board/escalation-card.ts";
import type { ReadyFilter } from "../../../operations/ports.ts";
import { toCard } from "../../shape/card-row.ts";
import { byUrgency, escalationCard, suggestionCard } from "../../shape/decision-cards.ts";
import { recordIn } from "../../shape/record-row.ts";
import { parseRecord } from "../../shape/stored-json.ts";
import type { Queries } from "../database/connection.ts";
import { Conditional } from "./conditions.ts";

const conditions = {
  repository: "i.repository_id = :repository",
  among: "i.repository_id = ANY(:among::text[])",
};

const escalations = (where: string): string => `
SELECT i.*, r.owner, r.name FROM issue AS i JOIN repository AS r ON r.id = i.repository_id
WHERE i.kind = 'escalation' AND i.awaits IS NOT NULL ${where}
ORDER BY i.urgency, i.created_at, i.id LIMIT :limit`;

/** Suggested answers that are not approved yet, each with its question. */
const suggestions = (where: string): string => `
SELECT i.*, r.owner, r.name, q.record AS question, q.read_at AS question_read_at
FROM issue AS i JOIN repository AS r ON r.id = i.repository_id
  JOIN issue AS q ON q.id = i.awaits AND q.repository_id = i.repository_id AND q.awaits = q.id
WHERE i.kind = 'answer' AND i.awaits IS NOT NULL ${where}
ORDER BY q.urgency, i.created_at, i.id LIMIT :limit`;

export class DecisionList {
  readonly #queries: Queries;
  readonly #escalations = new Conditional(escalations, conditions);
  readonly #suggestions = new Conditional(suggestions, conditions);

  constructor(queries: Queries) {
    this.#queries = queries;
  }

  /** The most urgent first. @param repository null for all */
  async list(
    repository: RepositoryId | null,
    { limit, among }: Pick<ReadyFilter, "limit" | "among">,
  ): Promise<readonly EscalationCard[]> {
    const wanted = { repository, limit, among: among ?? null };
    const [asking, suggesting] = await Promise.all([
      this.#queries.all(this.#escalations.for(wanted), wanted),
      this.#queries.all(this.#suggestions.for(wanted), wanted),
    ]);
    const asked = asking.flatMap((row) => escalationCard(toCard(row), recordIn(row)) ?? []);
    const suggested = suggesting.flatMap(
      (row) => suggestionCard(toCard(row), recordIn(row), questionIn(row)) ?? [],
    );
    return [...asked, ...suggested].toSorted(byUrgency).slice(0, limit);
  }
}

function questionIn(row: Row) {
  return parseRecord(text(row, "question"), integer(row, "question_read_at"));
}
