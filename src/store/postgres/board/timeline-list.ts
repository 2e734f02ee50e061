/** Reads what happened, the newest first: when messages were opened, and the lines of the ledger. */
import type { RepositoryId } from "../../../engine/model/fact.ts";
import type { TimelinePage, TimelineQuery } from "../../../operations/timeline/timeline-board.ts";
import { messageIn, newest, timelinePage, writtenIn } from "../../shape/timeline-page.ts";
import type { Queries } from "../database/connection.ts";
import { Conditional, cardColumns, issueConditions } from "./conditions.ts";

const opened = (where: string): string => `
SELECT first.created_at AS at, i.author, ${cardColumns}
FROM (
  SELECT id, created_at FROM issue
  WHERE kind IS NOT NULL AND (created_at, id) < (:at, :before) ${where} AND repository_id IN (SELECT id FROM repository)
  ORDER BY created_at DESC, id DESC LIMIT :limit
) AS first JOIN issue AS i ON i.id = first.id JOIN repository AS r ON r.id = i.repository_id
ORDER BY first.created_at DESC, first.id DESC`;

/** An effect that was decided and then sent is one line. */
const written = (where: string): string => `
SELECT l.id, l.at, l.kind, l.rule, l.because, l.what, l.actor_login, l.actor_role, i.number, i.title, r.owner, r.name
FROM ledger AS l
  LEFT JOIN repository AS r ON r.id = l.repository_id LEFT JOIN issue AS i ON i.id = l.issue_id
WHERE l.id < :line ${where}
  AND (l.kind <> 'decided' OR NOT EXISTS (
    SELECT 1 FROM ledger AS done WHERE done.issue_id = l.issue_id AND done.id > l.id AND done.kind <> 'decided'
      AND done.rule = l.rule AND done.because = l.because AND done.what = l.what))
ORDER BY l.id DESC LIMIT :limit`;

const ofMessages = { ...issueConditions, issue: "id = :issue" };
const ofLines = {
  repository: "l.repository_id = :repository",
  among: "l.repository_id = ANY(:among::text[])",
  track: 'lower(i.track) = lower(:track::text COLLATE "C")',
  issue: "l.issue_id = :issue",
};

export class TimelineList {
  readonly #queries: Queries;
  readonly #opened = new Conditional(opened, ofMessages);
  readonly #written = new Conditional(written, ofLines);

  constructor(queries: Queries) {
    this.#queries = queries;
  }

  /** @param repository null for all */
  async page(repository: RepositoryId | null, query: TimelineQuery): Promise<TimelinePage> {
    const { after = newest, only, limit, track = null, issue = null, among = null } = query;
    const wanted = { repository, track, issue, among, limit: limit + 1 };
    const { at, id: before } = after.message;
    const messages = { ...wanted, at, before };
    const lines = { ...wanted, line: after.line };
    const [messageRows, lineRows] = await Promise.all([
      only === "actions" ? [] : this.#queries.all(this.#opened.for(messages), messages),
      only === "messages" ? [] : this.#queries.all(this.#written.for(lines), lines),
    ]);
    return timelinePage(lineRows.map(writtenIn), messageRows.map(messageIn), { after, limit });
  }
}
