/** Reads what happened, the newest first: when messages were opened, and the lines of the ledger. */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { RepositoryId } from "../../../engine/model/fact.ts";
import type {
  TimelineEntry,
  TimelinePage,
  TimelinePlace,
  TimelineQuery,
} from "../../../operations/timeline/timeline-board.ts";
import { integer, optional, type Row, text } from "../database/row.ts";
import { jsonOrNull, toCard } from "./card-row.ts";
import { changedLine } from "./change-list.ts";

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
SELECT l.id AS place, l.at, l.kind, l.rule, l.because, l.what, l.actor_login, l.actor_role, i.number, i.title,
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

/** After everything that there will be. */
const newest: TimelinePlace = {
  message: { at: Number.MAX_SAFE_INTEGER, id: "" },
  line: Number.MAX_SAFE_INTEGER,
};

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
    const all = merged(lines, messages);
    const shown = all.slice(0, limit);
    return {
      entries: shown.map(({ entry }) => entry),
      next: all.length > limit ? reachedBy(shown, after) : undefined,
    };
  }

  #opened(
    repository: RepositoryId | null,
    query: TimelineQuery,
    { message }: TimelinePlace,
  ): readonly Placed[] {
    const { track, issue, limit, among } = query;
    const rows = this.#messages.all({
      ...{ repository, at: message.at, id: message.id, track: track ?? null, issue: issue ?? null },
      ...{ limit: limit + 1, among: jsonOrNull(among) },
    });
    return rows.map((row) => {
      const [card, at] = [toCard(row), integer(row, "at")];
      const entry = { type: "message", at, card, author: optional(text, row, "author") } as const;
      return { entry, place: { message: { at, id: card.id } } };
    });
  }

  #written(
    repository: RepositoryId | null,
    query: TimelineQuery,
    { line }: TimelinePlace,
  ): readonly Placed[] {
    const { track, issue, limit, among } = query;
    const wanted = { line, track: track ?? null, limit: limit + 1, among: jsonOrNull(among) };
    return this.#rows(repository, issue, wanted).map((row) => {
      const [line, title] = [changedLine(row), optional(text, row, "title")];
      return { entry: { type: "action", at: line.at, line, title }, place: { line: line.id } };
    });
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

interface Placed {
  readonly entry: TimelineEntry;
  readonly place: Partial<TimelinePlace>;
}

/** Each list keeps its order, so that a place in it has a meaning even where a clock went back. */
function merged(lines: readonly Placed[], messages: readonly Placed[]): readonly Placed[] {
  const all: Placed[] = [];
  let [nextLine, nextMessage] = [0, 0];
  for (;;) {
    const [line, message] = [lines[nextLine], messages[nextMessage]];
    if (line === undefined) return [...all, ...messages.slice(nextMessage)];
    if (message === undefined) return [...all, ...lines.slice(nextLine)];
    // An action follows the message that it is about, and GitHub's times are whole seconds.
    const isLine = line.entry.at >= message.entry.at;
    all.push(isLine ? line : message);
    if (isLine) nextLine += 1;
    else nextMessage += 1;
  }
}

/** How far each list has been read after these entries. */
function reachedBy(shown: readonly Placed[], from: TimelinePlace): TimelinePlace {
  return {
    message: shown.findLast(({ place }) => place.message !== undefined)?.place.message ?? from.message,
    line: shown.findLast(({ place }) => place.line !== undefined)?.place.line ?? from.line,
  };
}
