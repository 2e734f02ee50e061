/** Records what agents have read, and deletes notes that no longer matter. */
import type { Millis } from "../../base/clock.ts";
import type { Acknowledgement, NoteMarks } from "../../dispatcher/ports/agents/note-marks.ts";
import type { Connection, Queries } from "./database/connection.ts";
import { statement } from "./database/statement.ts";
import { joinPlaces, placeValues, reachedAt } from "./tables/note-places.ts";

const unread = "UPDATE note SET read_at = :now WHERE receiver = :agent AND read_at IS NULL";
const markNotes = statement(`${unread} AND id = ANY(:seqs::bigint[])`);
const markExcess = statement(`${unread} AND is_excess = 1 AND sender = :from AND id <= :through`);
const markAll = statement(`
${unread} AND id IN (
  SELECT n.id FROM note AS n ${joinPlaces("n")}
  WHERE n.receiver = :agent AND n.read_at IS NULL AND n.id <= p.reached)`);
const prune = statement(`
DELETE FROM note WHERE id IN (SELECT id FROM note WHERE dropped_at < :before OR until < :before LIMIT :limit)`);

export class PostgresNotes implements NoteMarks {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  acknowledge(agent: string, read: readonly Acknowledgement[]): Promise<number> {
    const now = this.#connection.clock.now();
    return this.#connection.write(async (queries) => {
      let count = 0;
      for (const each of read) count += await mark(queries, each, { agent, now });
      return count;
    });
  }

  /** Resolves to how many of at most `limit` were deleted. */
  prune(before: Millis, limit: number): Promise<number> {
    return this.#connection.write((queries) => queries.run(prune, { before, limit }));
  }
}

interface Who {
  readonly agent: string;
  readonly now: Millis;
}

async function mark(queries: Queries, read: Acknowledgement, who: Who): Promise<number> {
  const by = { agent: who.agent, now: who.now };
  switch (read.type) {
    case "notes":
      return queries.run(markNotes, { ...by, seqs: read.seqs });
    case "excess":
      return queries.run(markExcess, { ...by, from: read.from, through: read.through });
    case "all":
      return queries.run(markAll, {
        ...by,
        ...placeValues(await reachedAt(queries, read.through, who.agent)),
      });
  }
}
