/** Reads moments of the repositories asked about, and none of others: even a number may tell of a hidden issue. */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { Millis } from "../../../base/clock.ts";
import type { Period } from "../../../engine/measures/measure.ts";
import type { Moment, MomentType } from "../../../engine/measures/moment.ts";
import type { NodeId, RepositoryId } from "../../../engine/model/fact.ts";
import { namesOfTasks } from "../../shape/names-of-tasks.ts";
import { integer, optional } from "../database/row.ts";

const columns = ["type", "issue_id", "repository_id", "at", "since", "by_id", "about"];
const columnsOf = (table: string): string => columns.map((column) => `${table}.${column}`).join(", ");
export interface Moments {
  readonly in: (period: Period) => readonly Moment[];
  /** By issue. */
  readonly ofIssues: (ids: Iterable<NodeId>) => ReadonlyMap<NodeId, readonly Moment[]>;
  /** By the task's name. */
  readonly aboutTasks: (names: Iterable<string>) => ReadonlyMap<string, readonly Moment[]>;
}

export class MomentReader {
  readonly #in: StatementSync;
  readonly #ofIssues: StatementSync;
  readonly #about: StatementSync;
  readonly #oldest: StatementSync;

  constructor(database: DatabaseSync) {
    this.#in = database.prepare(`SELECT ${columnsOf("m")} FROM moment AS m WHERE m.at >= ? AND m.at < ?`);
    this.#ofIssues = database.prepare(
      `SELECT ${columnsOf("m")} FROM json_each(?) AS each CROSS JOIN moment AS m ON m.issue_id = each.value`,
    );
    this.#about = database.prepare(
      `SELECT ${columnsOf("m")} FROM json_each(?) AS each CROSS JOIN moment AS m ON m.about = each.value`,
    );
    for (const statement of [this.#in, this.#ofIssues, this.#about]) statement.setReturnArrays(true);
    this.#oldest = database.prepare(`
      SELECT min(since) AS since FROM moment
      WHERE at IS NULL AND type = 'waits' AND repository_id IN (SELECT value FROM json_each(?))`);
  }

  oldestWaiting(repositories: readonly RepositoryId[]): Millis | undefined {
    return optional(integer, this.#oldest.get(JSON.stringify(repositories)), "since");
  }

  /** @param homes by name, in lower case: `acme/web` */
  within(homes: ReadonlyMap<string, RepositoryId>): Moments {
    const { isKnown, withId, spellings } = namesOfTasks(homes);
    const read = (rows: readonly unknown[]): readonly Moment[] =>
      rows.map((row) => withId(momentIn(row))).filter(isKnown);
    return {
      in: ({ from, to }) => read(this.#in.all(from, to)),
      ofIssues: (ids) =>
        Map.groupBy(read(this.#ofIssues.all(JSON.stringify([...ids]))), ({ issueId }) => issueId),
      aboutTasks: (wanted) =>
        Map.groupBy(
          read(this.#about.all(JSON.stringify([...wanted].flatMap(spellings)))),
          ({ about = "" }) => about,
        ),
    };
  }
}

type Cells = readonly [
  ...[type: MomentType, issueId: NodeId, repositoryId: RepositoryId],
  ...[at: Millis | null, since: Millis | null, by: NodeId | null, about: string | null],
];

/** Only the store writes the table, so its shape is not validated again: there may be a hundred thousand rows. */
function momentIn(row: unknown): Moment {
  const [type, issueId, repositoryId, at, since, by, about] = row as Cells;
  return {
    type,
    issueId,
    repositoryId,
    at: at ?? undefined,
    since: since ?? undefined,
    by: by ?? undefined,
    about: about ?? undefined,
  };
}
