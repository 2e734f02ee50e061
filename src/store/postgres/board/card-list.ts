/** Lists cards from columns, without reading records, the last updated first. */
import type { RepositoryId } from "../../../engine/model/fact.ts";
import type { Card } from "../../../operations/board/card.ts";
import type { ListFilter } from "../../../operations/board/list-filter.ts";
import { toCard } from "../../shape/card-row.ts";
import { foldWords } from "../../shape/fold-words.ts";
import type { Queries } from "../database/connection.ts";
import { assigneeValues, Conditional, type Conditions, cardColumns, issueConditions } from "./conditions.ts";

/** The same condition on both tables, so that PostgreSQL can use the indexes of either. */
const ofBoth = (condition: string): string => `o.${condition} AND i.${condition}`;

const conditions: Conditions = {
  ...issueConditions,
  repository: ofBoth("repository_id = :repository"),
  among: ofBoth("repository_id = ANY(:among::text[])"),
  space: `${ofBoth("repository_id = :repository")} AND parent_number = :space`,
  kind: ofBoth("kind = :kind"),
  state: ofBoth("state = :state"),
  status: `status = :status AND ${ofBoth("kind = 'task'")}`,
};

const listed = (where: string): string => `
SELECT ${cardColumns}
FROM (
  SELECT o.id, o.updated_at FROM issue_order AS o JOIN issue AS i ON i.id = o.id
  WHERE o.kind IS NOT NULL ${where} AND o.repository_id IN (SELECT id FROM repository)
  ORDER BY o.updated_at DESC, o.id LIMIT :limit
) AS first JOIN issue AS i ON i.id = first.id JOIN repository AS r ON r.id = i.repository_id
ORDER BY first.updated_at DESC, first.id`;

export class CardList {
  readonly #queries: Queries;
  readonly #listed = new Conditional(listed, conditions);

  constructor(queries: Queries) {
    this.#queries = queries;
  }

  /** @param repository null for all */
  async list(repository: RepositoryId | null, filter: ListFilter): Promise<readonly Card[]> {
    const { words, kind, state, status, track, space, assignee, limit, among } = filter;
    const values = {
      repository,
      limit,
      kind: kind ?? null,
      state: state ?? null,
      among: among ?? null,
      status: status ?? null,
      track: track ?? null,
      space: space ?? null,
      ...assigneeValues(assignee),
      words: words.length === 0 ? null : words.map(foldWords),
    };
    return (await this.#queries.all(this.#listed.for(values), values)).map(toCard);
  }
}
