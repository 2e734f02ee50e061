/** Finds issues by what the index derives from their records: kind, state, holder, what they report or sign. */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { z } from "zod";
import type { Millis } from "../../../../base/clock.ts";
import type { Listed } from "../../../../coordinator/ports.ts";
import type { ReadyPage } from "../../../../dispatcher/ports/issue-index.ts";
import type { Work } from "../../../../dispatcher/ports/tracker.ts";
import type { NodeId, RepositoryId } from "../../../../engine/model/fact.ts";
import type { HeldTask, StartedTask, TaskLocks } from "../../../../engine/model/snapshot.ts";
import { readStarts } from "../../../shape/starts.ts";
import { readTaskLocks } from "../../../shape/task-locks.ts";
import { integer, optional, text } from "../../database/row.ts";
import { inSpace } from "./in-space.ts";

/** The last condition lets the index `issue_asked` answer it without reading a record. */
export const listedQuestions = `
SELECT id, edition FROM (
  SELECT id, edition, number FROM issue
  WHERE repository_id = ? AND kind = ? AND kind IN ('question', 'answer') ORDER BY number DESC LIMIT ?)
ORDER BY number`;

/** Issues closed as duplicates come last: the original counts. */
export const sentMessages = `
SELECT i.number FROM message AS m JOIN issue AS i ON i.id = m.from_id
WHERE m.envelope_id = ? AND i.repository_id = ? AND i.record ->> '$.seen.author.id' = ?
ORDER BY coalesce(i.record ->> '$.seen.issueState.reason', '') = 'duplicate', i.number LIMIT 1`;

const numbers = z.array(z.number());

export class IssueLists {
  readonly #byMessage: StatementSync;
  readonly #sent: StatementSync;
  readonly #deletedSigned: StatementSync;
  readonly #ids: StatementSync;
  readonly #open: StatementSync;
  readonly #ofKind: StatementSync;
  readonly #listed: StatementSync;
  readonly #oldestRead: StatementSync;
  readonly #ready: StatementSync;
  readonly #handovers: StatementSync;
  readonly #awaitingMerge: StatementSync;
  readonly #held: StatementSync;
  readonly #heldBy: StatementSync;
  readonly #locked: StatementSync;
  readonly #started: StatementSync;

  constructor(database: DatabaseSync) {
    this.#byMessage = database.prepare(
      "SELECT from_id AS id FROM message WHERE key IN (SELECT value FROM json_each(?)) ORDER BY from_id",
    );
    this.#sent = database.prepare(sentMessages);
    this.#deletedSigned = database.prepare(
      "SELECT key, issue_id AS id FROM signed_message WHERE key IN (SELECT value FROM json_each(?)) AND issue_id NOT IN (SELECT id FROM issue)",
    );
    this.#ids = database.prepare("SELECT id FROM issue WHERE repository_id = ? ORDER BY number");
    this.#open = database.prepare(
      "SELECT count(*) AS issues FROM issue WHERE repository_id = ? AND state = 'open'",
    );
    this.#ofKind = database.prepare(`
      SELECT id FROM (
        SELECT id, number FROM issue WHERE repository_id = ? AND kind = ? ORDER BY number DESC LIMIT ?)
      ORDER BY number`);
    this.#listed = database.prepare(listedQuestions);
    this.#oldestRead = database.prepare(`
      SELECT id, read_at FROM issue
        WHERE repository_id = :repository AND state = 'open' AND kind IS NOT NULL AND read_at < :before
      UNION ALL SELECT id, read_at FROM issue
        WHERE repository_id = :repository AND kind = 'handover' AND state = 'closed' AND read_at < :before
          AND json_extract(record, '$.evidence.pullRequest.state') = 'open'
      ORDER BY read_at LIMIT :limit`);
    this.#ready = database.prepare(`
      SELECT id FROM issue WHERE state = 'open' AND kind = 'task' AND status = 'ready'
        AND repository_id = :repository AND (:track IS NULL OR track = :track COLLATE NOCASE) ${inSpace}
      ORDER BY urgency, created_at, id LIMIT :limit OFFSET :offset`);
    this.#handovers = database.prepare(`
      SELECT id FROM issue WHERE repository_id = :repository AND kind = 'handover' AND (
        pull_number IN (SELECT value FROM json_each(:pulls)) OR head_sha IN (SELECT value FROM json_each(:commits))
        OR (state = 'open' AND pull_number IS NULL))`);
    this.#awaitingMerge = database.prepare(`
      SELECT id FROM issue WHERE repository_id = :repository AND kind = 'handover' AND state = 'open'
        AND json_extract(record, '$.memory.settled.commit') IS NOT NULL
        AND json_extract(record, '$.evidence.pullRequest.baseRef') IN (SELECT value FROM json_each(:bases))`);
    this.#held = database.prepare(`
      SELECT id, number, holder, track FROM issue
      WHERE repository_id = ? AND holder IS NOT NULL AND holder NOT LIKE '@%' ORDER BY number`);
    this.#started = database.prepare(`
      SELECT id, number, starts FROM issue WHERE repository_id = ? AND starts IS NOT NULL ORDER BY number`);
    this.#heldBy = database.prepare(`
      SELECT holder, json_group_array(number) AS numbers FROM issue
      WHERE repository_id = ? AND holder IS NOT NULL AND holder NOT LIKE '@%' GROUP BY holder`);
    this.#locked = database.prepare(`
      SELECT id, number, locks FROM issue WHERE repository_id = ? AND locks IS NOT NULL ORDER BY number`);
  }

  /** Tasks that agents hold. */
  holdings(repository: RepositoryId): readonly HeldTask[] {
    return this.#held.all(repository).map((row) => ({
      id: text(row, "id"),
      number: integer(row, "number"),
      agent: text(row, "holder"),
      track: optional(text, row, "track"),
    }));
  }

  /**
   * The numbers of the tasks of each agent. The index on holders has both, in this order; a row for each task would
   * cost more than the query.
   */
  heldBy(repository: RepositoryId): ReadonlyMap<string, readonly number[]> {
    const rows = this.#heldBy.all(repository);
    return new Map(rows.map((row) => [text(row, "holder"), numbers.parse(JSON.parse(text(row, "numbers")))]));
  }

  /** Open tasks that have locks or wait for some. */
  taskLocks(repository: RepositoryId): readonly TaskLocks[] {
    return this.#locked
      .all(repository)
      .map((row) =>
        readTaskLocks({ id: text(row, "id"), number: integer(row, "number") }, text(row, "locks")),
      );
  }

  startedTasks(repository: RepositoryId): readonly StartedTask[] {
    return this.#started.all(repository).map((row) => ({
      id: text(row, "id"),
      number: integer(row, "number"),
      starts: readStarts(text(row, "starts")),
    }));
  }

  readyTasks(
    repository: RepositoryId,
    track: string | undefined,
    { space, ...page }: ReadyPage,
  ): readonly NodeId[] {
    return this.#ready
      .all({ repository, track: track ?? null, space: space ?? null, ...page })
      .map((row) => text(row, "id"));
  }

  sameMessages(keys: readonly string[]): readonly NodeId[] {
    return this.#byMessage.all(JSON.stringify(keys)).map((row) => text(row, "id"));
  }

  /** The number of the account's issue with this envelope ID. */
  sentBefore(repository: RepositoryId, author: NodeId, id: string): number | undefined {
    const row = this.#sent.get(id, repository, author);
    return row === undefined ? undefined : integer(row, "number");
  }

  /** The first issues with these signed messages, where they are gone. */
  firstSigned(keys: readonly string[]): ReadonlyMap<string, NodeId> {
    const rows = this.#deletedSigned.all(JSON.stringify(keys));
    return new Map(rows.map((row) => [text(row, "key"), text(row, "id")]));
  }

  handoversAbout(repository: RepositoryId, work: readonly Work[]): readonly NodeId[] {
    const pulls = work.flatMap((each) => ("pullRequest" in each ? each.pullRequest : []));
    const commits = work.flatMap((each) => ("commit" in each ? each.commit : []));
    const bases = work.flatMap((each) => ("base" in each ? each.base : []));
    const named = { repository, pulls: JSON.stringify(pulls), commits: JSON.stringify(commits) };
    const reporting = pulls.length + commits.length === 0 ? [] : this.#handovers.all(named);
    const awaiting =
      bases.length === 0 ? [] : this.#awaitingMerge.all({ repository, bases: JSON.stringify(bases) });
    return [...new Set([...reporting, ...awaiting].map((row) => text(row, "id")))];
  }

  ids(repositoryId: RepositoryId): readonly NodeId[] {
    return this.#ids.all(repositoryId).map((row) => text(row, "id"));
  }

  openIssues(repositoryId: RepositoryId): number {
    return optional(integer, this.#open.get(repositoryId), "issues") ?? 0;
  }

  /** The newest `limit` of a kind, open or closed, by number. */
  ofKind(repositoryId: RepositoryId, kind: string, limit: number): readonly NodeId[] {
    return this.#ofKind.all(repositoryId, kind, limit).map((row) => text(row, "id"));
  }

  /** The same with their editions, for questions and answers. */
  listed(repositoryId: RepositoryId, kind: "question" | "answer", limit: number): readonly Listed[] {
    return this.#listed
      .all(repositoryId, kind, limit)
      .map((row) => ({ id: text(row, "id"), edition: integer(row, "edition") }));
  }

  oldestRead(repositoryId: RepositoryId, before: Millis, limit: number): readonly NodeId[] {
    return this.#oldestRead.all({ repository: repositoryId, before, limit }).map((row) => text(row, "id"));
  }
}
