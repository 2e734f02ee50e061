/** Reads an index for diagnosis, while a server may be writing it. */
import { existsSync, statSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import type { Millis } from "../../base/clock.ts";
import type { NodeId } from "../../engine/model/fact.ts";
import type { Traces } from "../../engine/model/leading.ts";
import type { OpenStart } from "../../operations/ports.ts";
import { openForReading } from "./database/database.ts";
import { requireCurrent } from "./database/migrate.ts";
import { integer, optional, text } from "./database/row.ts";
import { databaseIn } from "./home.ts";
import { openStarts } from "./tables/issues/open-starts.ts";
import { TraceReader } from "./tables/issues/trace-reader.ts";

export interface InspectedStore {
  readonly bytes: number;
  readonly deliveries: { readonly pending: number; readonly dead: number };
  readonly effects: { readonly waiting: number; readonly refused: number };
  /** When the newest delivery was received. */
  readonly receivedAt: Millis | undefined;
  readonly repositories: readonly StoredRepository[];
  /** Starts of agents that are in progress. */
  readonly starts: readonly OpenStart[];
}

export interface StoredRepository {
  readonly id: NodeId;
  /** `owner/name` */
  readonly name: string;
  /** The effective settings, as text. */
  readonly settings: string | undefined;
  /** Why the newest settings file was rejected. */
  readonly problem: string | undefined;
  /** Traces of this and other installations, which determine the leader. */
  readonly traces: Traces;
}

/**
 * @returns undefined without an index
 * @throws UserError for an index of a different release
 */
export function inspectStore(home: string): InspectedStore | undefined {
  const path = databaseIn(home);
  if (!existsSync(path)) return undefined;
  const database = openForReading(path);
  try {
    requireCurrent(database, path);
    return {
      ...{ bytes: statSync(path).size, ...countsIn(database) },
      ...{ repositories: repositoriesIn(database), starts: openStarts(database) },
    };
  } finally {
    database.close();
  }
}

function countsIn(database: DatabaseSync): Omit<InspectedStore, "bytes" | "repositories" | "starts"> {
  const row =
    database
      .prepare(`
      SELECT (SELECT count(*) FROM delivery WHERE state = 'pending') AS pending,
        (SELECT count(*) FROM delivery WHERE state = 'dead') AS dead,
        (SELECT count(*) FROM effect WHERE state = 'waiting') AS waiting,
        (SELECT count(*) FROM effect WHERE state = 'refused') AS refused,
        (SELECT received_at FROM delivery ORDER BY seq DESC LIMIT 1) AS received_at`)
      .get() ?? {};
  return {
    deliveries: { pending: integer(row, "pending"), dead: integer(row, "dead") },
    effects: { waiting: integer(row, "waiting"), refused: integer(row, "refused") },
    receivedAt: optional(integer, row, "received_at"),
  };
}

function repositoriesIn(database: DatabaseSync): readonly StoredRepository[] {
  const traces = new TraceReader(database);
  return database
    .prepare(`
      SELECT r.id, r.owner, r.name, s.text, s.problem FROM repository AS r
      LEFT JOIN settings AS s ON s.repository_id = r.id ORDER BY r.owner, r.name`)
    .all()
    .map((row) => ({
      id: text(row, "id"),
      name: `${text(row, "owner")}/${text(row, "name")}`,
      settings: optional(text, row, "text"),
      problem: optional(text, row, "problem"),
      traces: traces.of(text(row, "id")),
    }));
}
