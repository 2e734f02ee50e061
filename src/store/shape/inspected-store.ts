/** An index for `doctor`, while a server may be writing to it. */
import type { Millis } from "../../base/clock.ts";
import { integer, optional, type Row, text } from "../../base/row.ts";
import type { NodeId } from "../../engine/model/fact.ts";
import type { Traces } from "../../engine/model/leading.ts";
import type { OpenStart } from "../../operations/ports.ts";
import type { RemovedRepository } from "./removed-repositories.ts";

export interface InspectedStore {
  /** The version of PostgreSQL; undefined for an index in the data folder. */
  readonly postgres: string | undefined;
  readonly bytes: number;
  readonly deliveries: { readonly pending: number; readonly dead: number };
  readonly effects: { readonly waiting: number; readonly refused: number };
  /** When the newest delivery was received. */
  readonly receivedAt: Millis | undefined;
  readonly repositories: readonly StoredRepository[];
  /** Those of which something is still stored. */
  readonly removed: readonly RemovedRepository[];
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

/** Runs on both stores. */
export const countsQuery = `
SELECT (SELECT count(*) FROM delivery WHERE state = 'pending') AS pending,
  (SELECT count(*) FROM delivery WHERE state = 'dead') AS dead,
  (SELECT count(*) FROM effect WHERE state = 'waiting') AS waiting,
  (SELECT count(*) FROM effect WHERE state = 'refused') AS refused,
  (SELECT received_at FROM delivery ORDER BY seq DESC LIMIT 1) AS received_at`;
export const repositoriesQuery = `
SELECT r.id, r.owner, r.name, s.text, s.problem FROM repository AS r
LEFT JOIN settings AS s ON s.repository_id = r.id ORDER BY r.owner, r.name`;

export function countsIn(row: Row): Pick<InspectedStore, "deliveries" | "effects" | "receivedAt"> {
  return {
    deliveries: { pending: integer(row, "pending"), dead: integer(row, "dead") },
    effects: { waiting: integer(row, "waiting"), refused: integer(row, "refused") },
    receivedAt: optional(integer, row, "received_at"),
  };
}

export function storedRepository(row: Row, traces: Traces): StoredRepository {
  return {
    id: text(row, "id"),
    name: `${text(row, "owner")}/${text(row, "name")}`,
    settings: optional(text, row, "text"),
    problem: optional(text, row, "problem"),
    traces,
  };
}
