/** Reads the ready list in the order of an index, without reading records. */

import { text } from "../../../base/row.ts";
import type { RepositoryId } from "../../../engine/model/fact.ts";
import type { Card, ReadyFilter } from "../../../operations/ports.ts";
import { agentNamed, rosterOf } from "../../../protocol/settings/agents/roster.ts";
import { toCard } from "../../shape/card-row.ts";
import type { Queries } from "../database/connection.ts";
import { statement, type Values } from "../database/statement.ts";
import {
  amongValues,
  assigneeValues,
  Conditional,
  cardColumns,
  firstIssues,
  issueConditions,
} from "./conditions.ts";
import type { SavedSettings } from "./saved-settings.ts";

const order = "urgency, created_at, id";

const readyQuery = (where: string): string => `
SELECT ${cardColumns}
FROM (
  ${firstIssues("id, urgency, created_at", `state = 'open' AND kind = 'task' AND status = 'ready' ${where}`, order)}
) AS first JOIN issue AS i ON i.id = first.id JOIN repository AS r ON r.id = i.repository_id
ORDER BY first.urgency, first.created_at, first.id`;

/** `homes` and `cans` are pairs of a repository and a skill of the agent. Only repositories with a roster are checked. */
const isFitting = `(requires IS NULL OR repository_id <> ALL(:checked::text[]) OR NOT EXISTS (
  SELECT 1 FROM unnest(string_to_array(requires, chr(10))) AS needed WHERE needed NOT IN (
    SELECT can FROM unnest(:homes::text[], :cans::text[]) AS able (home, can) WHERE home = repository_id)))`;

const repositories = statement(`
SELECT id FROM repository
WHERE (:repository::text IS NULL OR id = :repository) AND (:among::text[] IS NULL OR id = ANY(:among))`);

export class ReadyList {
  readonly #queries: Queries;
  readonly #settings: SavedSettings;
  readonly #ready = new Conditional(readyQuery, { ...issueConditions, checked: isFitting });

  constructor(queries: Queries, settings: SavedSettings) {
    this.#queries = queries;
    this.#settings = settings;
  }

  /** @param repository null for all */
  async list(repository: RepositoryId | null, filter: ReadyFilter): Promise<readonly Card[]> {
    const { track, space, assignee, limit, among } = filter;
    const values = {
      repository,
      track: track ?? null,
      space: space ?? null,
      limit,
      ...amongValues(among, assignee),
      ...assigneeValues(assignee),
      ...(filter.for === undefined
        ? {}
        : await this.#abilitiesOf(filter.for, { repository, among: among ?? null })),
    };
    return (await this.#queries.all(this.#ready.for(values), values)).map(toCard);
  }

  async #abilitiesOf(agent: string, home: Values): Promise<Values> {
    const ids = (await this.#queries.all(repositories, home)).map((row) => text(row, "id"));
    const settingsOf = await this.#settings.of(ids);
    const checked = ids.filter((id) => rosterOf(settingsOf(id)).length > 0);
    const able = checked.flatMap((id) =>
      (agentNamed(settingsOf(id), agent)?.can ?? []).map((can) => [id, can] as const),
    );
    return { checked, homes: able.map(([id]) => id), cans: able.map(([, can]) => can) };
  }
}
