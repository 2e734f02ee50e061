/** Reads moments of the given repositories only: even a count could reveal a hidden issue. */

import type { Millis } from "../../../base/clock.ts";
import { integer, optional, type Row } from "../../../base/row.ts";
import type { Period } from "../../../engine/measures/measure.ts";
import type { Moment, MomentType } from "../../../engine/measures/moment.ts";
import type { NodeId, RepositoryId } from "../../../engine/model/fact.ts";
import { namesOfTasks } from "../../shape/names-of-tasks.ts";
import type { Queries } from "../database/connection.ts";
import { statement } from "../database/statement.ts";

const columns = "type, issue_id, repository_id, at, since, by_id, about";
const within = statement(`
SELECT ${columns} FROM moment WHERE repository_id = ANY(:homes::text[]) AND at >= :from AND at < :to`);
const ofIssues = statement(
  `SELECT ${columns} FROM moment WHERE issue_id = ANY(:ids::text[]) ORDER BY issue_id, place`,
);
const about = statement(
  `SELECT ${columns} FROM moment WHERE about = ANY(:names::text[]) ORDER BY issue_id, place`,
);
const oldest = statement(`
SELECT min(since) AS since FROM moment WHERE at IS NULL AND type = 'waits' AND repository_id = ANY(:homes::text[])`);

export async function oldestWaiting(
  queries: Queries,
  homes: readonly RepositoryId[],
): Promise<Millis | undefined> {
  return optional(integer, await queries.one(oldest, { homes }), "since");
}

export interface Moments {
  readonly in: (period: Period) => Promise<readonly Moment[]>;
  /** By issue. */
  readonly ofIssues: (ids: Iterable<NodeId>) => Promise<ReadonlyMap<NodeId, readonly Moment[]>>;
  /** By the task's name. */
  readonly aboutTasks: (names: Iterable<string>) => Promise<ReadonlyMap<string, readonly Moment[]>>;
}

/** @param homes by name, in lower case: `acme/web` */
export function momentsIn(queries: Queries, homes: ReadonlyMap<string, RepositoryId>): Moments {
  const { isKnown, withId, spellings } = namesOfTasks(homes);
  const read = (rows: readonly Row[]): readonly Moment[] =>
    rows.map((row) => withId(momentIn(row))).filter(isKnown);
  return {
    in: async ({ from, to }) => read(await queries.all(within, { homes: [...homes.values()], from, to })),
    ofIssues: async (ids) =>
      Map.groupBy(read(await queries.all(ofIssues, { ids: [...ids] })), ({ issueId }) => issueId),
    aboutTasks: async (wanted) => {
      const names = [...wanted].flatMap(spellings);
      return Map.groupBy(read(await queries.all(about, { names })), ({ about: task = "" }) => task);
    },
  };
}

interface Cells {
  readonly type: MomentType;
  readonly issue_id: NodeId;
  readonly repository_id: RepositoryId;
  readonly at: Millis | null;
  readonly since: Millis | null;
  readonly by_id: NodeId | null;
  readonly about: string | null;
}

/** Only the store writes the table, so its shape is not validated again: there may be a hundred thousand rows. */
function momentIn(row: unknown): Moment {
  const cells = row as Cells;
  return {
    type: cells.type,
    issueId: cells.issue_id,
    repositoryId: cells.repository_id,
    at: cells.at ?? undefined,
    since: cells.since ?? undefined,
    by: cells.by_id ?? undefined,
    about: cells.about ?? undefined,
  };
}
