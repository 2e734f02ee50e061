/** Reads what happened, the newest first: when messages were opened, and the lines of the ledger. */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { RepositoryId } from "../../../engine/model/fact.ts";
import type {
  TimelinePage,
  TimelinePlace,
  TimelineQuery,
} from "../../../operations/timeline/timeline-board.ts";
import { jsonOrNull } from "../../shape/card-row.ts";
import { messageIn, newest, type Placed, timelinePage, writtenIn } from "../../shape/timeline-page.ts";
import type { Row } from "../database/row.ts";

/** The inner query is answered by the index `issue_opened` alone, in its order. */
export const openedMessages = `
SELECT first.created_at AS at, i.id, i.number, i.kind, i.state, i.status, i.priority, i.track, i.assignees, i.title,
  i.updated_at, r.owner, r.name, i.record ->> '$.seen.author.login' AS author
FROM (
  SELECT id, created_at FROM issue INDEXED BY issue_opened WHERE kind IS NOT NULL
    AND (created_at, id) < (:at, :id)
    AND (:repository IS NULL OR repository_id = :repository)
    AND (:among IS NULL OR repository_id IN (SELECT value FROM json_each(:among)))
    AND (:track IS NULL OR track = :track COLLATE NOCASE)
    AND (:issue IS NULL OR id = :issue)
    AND repository_id IN (SELECT id FROM repository)
  ORDER BY created_at DESC, id DESC LIMIT :limit
) AS first CROSS JOIN issue AS i ON i.id = first.id CROSS JOIN repository AS r ON r.id = i.repository_id
ORDER BY first.created_at DESC, first.id DESC`;

/** What was decided and then done is one line. @param of what the lines are about, which has an index */
export const writtenLines = (of: "everything" | "a repository" | "an issue"): string => `
SELECT l.id, l.at, l.kind, l.rule, l.because, l.what, l.actor_login, l.actor_role, i.number, i.title,
  r.owner, r.name
FROM ledger AS l ${indexes[of]}
  LEFT JOIN repository AS r ON r.id = l.repository_id LEFT JOIN issue AS i ON i.id = l.issue_id
WHERE l.id < :line ${conditions[of]}
  AND (:among IS NULL OR l.repository_id IN (SELECT value FROM json_each(:among)))
  AND (:track IS NULL OR i.track = :track COLLATE NOCASE)
  AND (l.kind <> 'decided' OR NOT EXISTS (
    SELECT 1 FROM ledger AS done WHERE done.issue_id = l.issue_id AND done.id > l.id AND done.kind <> 'decided'
      AND done.rule = l.rule AND done.because = l.because AND done.what = l.what))
ORDER BY l.id DESC LIMIT :limit`;

const indexes = {
  everything: "",
  "a repository": "INDEXED BY ledger_by_repository",
  "an issue": "INDEXED BY ledger_by_issue",
} as const;
const conditions = {
  everything: "",
  "a repository": "AND l.repository_id = :repository",
  "an issue": "AND l.issue_id = :issue",
} as const;

export class TimelineList {
  readonly #messages: StatementSync;
  readonly #lines: Readonly<Record<"everything" | "a repository" | "an issue", StatementSync>>;

  constructor(database: DatabaseSync) {
    this.#messages = database.prepare(openedMessages);
    this.#lines = {
      everything: database.prepare(writtenLines("everything")),
      "a repository": database.prepare(writtenLines("a repository")),
      "an issue": database.prepare(writtenLines("an issue")),
    };
  }

  /** @param repository null for all */
  page(repository: RepositoryId | null, query: TimelineQuery): TimelinePage {
    const { after = newest, only, limit } = query;
    const messages = only === "actions" ? [] : this.#opened(repository, query, after);
    const lines = only === "messages" ? [] : this.#written(repository, query, after);
    return timelinePage(lines, messages, { after, limit });
  }

  #opened(
    repository: RepositoryId | null,
    query: TimelineQuery,
    { message }: TimelinePlace,
  ): readonly Placed[] {
    const { track, issue, limit, among } = query;
    const rows = this.#messages.all({
      repository,
      at: message.at,
      id: message.id,
      track: track ?? null,
      issue: issue ?? null,
      limit: limit + 1,
      among: jsonOrNull(among),
    });
    return rows.map(messageIn);
  }

  #written(
    repository: RepositoryId | null,
    query: TimelineQuery,
    { line }: TimelinePlace,
  ): readonly Placed[] {
    const { track, issue, limit, among } = query;
    const wanted = { line, track: track ?? null, limit: limit + 1, among: jsonOrNull(among) };
    return this.#rows(repository, issue, wanted).map(writtenIn);
  }

  #rows(
    repository: RepositoryId | null,
    issue: TimelineQuery["issue"],
    wanted: Readonly<Record<string, string | number | null>>,
  ): readonly Row[] {
    if (issue !== undefined) return this.#lines["an issue"].all({ ...wanted, issue });
    if (repository !== null) return this.#lines["a repository"].all({ ...wanted, repository });
    return this.#lines.everything.all(wanted);
  }
}
