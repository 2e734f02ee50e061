/** Lists what waits for a person's decision: escalations, and our answers that are not approved yet. */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { questionAnsweredBy } from "../../../engine/messages/suggestion.ts";
import type { RepositoryId } from "../../../engine/model/fact.ts";
import type { IssueRecord } from "../../../engine/model/snapshot.ts";
import type { EscalationCard } from "../../../operations/board/escalation-card.ts";
import type { ReadyFilter } from "../../../operations/ports.ts";
import { jsonOrNull, toCard } from "../../shape/card-row.ts";
import { byUrgency, escalationCard, suggestionCard } from "../../shape/decision-cards.ts";
import { recordIn } from "../../shape/record-row.ts";
import { parseRecord } from "../../shape/stored-json.ts";
import { integer, optional, type Row, text } from "../database/row.ts";

const escalations = `
SELECT i.*, r.owner, r.name FROM issue AS i JOIN repository AS r ON r.id = i.repository_id
WHERE i.state = 'open' AND i.kind = 'escalation' AND (:repository IS NULL OR i.repository_id = :repository)
  AND (:among IS NULL OR i.repository_id IN (SELECT value FROM json_each(:among)))
  AND json_extract(i.record, '$.memory.admitted.hash') = json_extract(i.record, '$.seen.textHash')
  AND json_extract(i.record, '$.memory.decided') IS NULL
ORDER BY i.urgency, i.created_at, i.id LIMIT :limit`;

/** Our answers that are not approved yet, each with the question it was opened for. */
const suggestions = `
SELECT i.*, r.owner, r.name, q.record AS question, q.read_at AS question_read_at
FROM issue AS i JOIN repository AS r ON r.id = i.repository_id
  JOIN issue AS q ON q.id = question_answered_by(i.record ->> '$.seen.opened.key') AND q.repository_id = i.repository_id
WHERE i.state = 'open' AND i.kind = 'answer' AND (:repository IS NULL OR i.repository_id = :repository)
  AND (:among IS NULL OR i.repository_id IN (SELECT value FROM json_each(:among)))
  AND i.record ->> '$.memory.admitted.hash' IS NOT i.record ->> '$.seen.textHash'
  AND q.state = 'open' AND q.record -> '$.memory.accepted' IS NULL
ORDER BY q.urgency, i.created_at, i.id LIMIT :limit`;

export class DecisionList {
  readonly #escalations: StatementSync;
  readonly #suggestions: StatementSync;

  constructor(database: DatabaseSync) {
    database.function("question_answered_by", { deterministic: true }, (key) =>
      typeof key === "string" ? (questionAnsweredBy(key) ?? null) : null,
    );
    this.#suggestions = database.prepare(suggestions);
    this.#escalations = database.prepare(escalations);
  }

  /** The most urgent first. @param repository null for all */
  list(
    repository: RepositoryId | null,
    { limit, among }: Pick<ReadyFilter, "limit" | "among">,
  ): readonly EscalationCard[] {
    const wanted = { repository, limit, among: jsonOrNull(among) };
    const asked = this.#escalations
      .all(wanted)
      .flatMap((row) => escalationCard(toCard(row), recordIn(row)) ?? []);
    const suggested = this.#suggestions
      .all(wanted)
      .flatMap((row) => suggestionCard(toCard(row), recordIn(row), questionIn(row)) ?? []);
    return [...asked, ...suggested].toSorted(byUrgency).slice(0, limit);
  }
}

function questionIn(row: Row): IssueRecord | undefined {
  const question = optional(text, row, "question");
  return question === undefined ? undefined : parseRecord(question, integer(row, "question_read_at"));
}
