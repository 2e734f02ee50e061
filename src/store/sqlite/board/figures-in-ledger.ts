/** Reads from the ledger which leases began, and whether an issue was ever marked as one that needs a fix. */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { Millis } from "../../../base/clock.ts";
import { holderIn } from "../../../engine/leases/lease-notes.ts";
import type { LeaseBegun, LedgerOfWeek, Period } from "../../../engine/measures/measure.ts";
import type { RepositoryId } from "../../../engine/model/fact.ts";
import { integer, type Row, text } from "../database/row.ts";

const earlier = `
SELECT what, at FROM ledger WHERE issue_id = ? AND id < ? AND kind = 'lease' ORDER BY id DESC LIMIT 20`;

export class FiguresInLedger {
  readonly #begun: StatementSync;
  readonly #earlier: StatementSync;
  readonly #neededFix: StatementSync;

  constructor(database: DatabaseSync) {
    this.#begun = database.prepare(`
      SELECT id, issue_id, what, at FROM ledger
      WHERE kind = 'lease' AND at >= :from AND at < :to AND issue_id IS NOT NULL
        AND repository_id IN (SELECT value FROM json_each(:repositories))`);
    this.#earlier = database.prepare(earlier);
    this.#neededFix = database.prepare(
      "SELECT 1 FROM ledger WHERE issue_id = ? AND kind = 'done' AND what || ' ' LIKE '% +needs-fix %' LIMIT 1",
    );
  }

  within(period: Period, since: Millis, repositories: readonly RepositoryId[]): LedgerOfWeek {
    const rows = this.#begun.all({ ...period, repositories: JSON.stringify(repositories) });
    return {
      since,
      leases: rows.flatMap((row) => this.#leaseBegun(row)),
      neededFix: (id) => this.#neededFix.get(id) !== undefined,
    };
  }

  #leaseBegun(row: Row): readonly LeaseBegun[] {
    const holder = holderIn(text(row, "what"));
    if (holder === undefined) return [];
    const issueId = text(row, "issue_id");
    const before = this.#earlier.all(issueId, integer(row, "id")).flatMap((each) => {
      const name = holderIn(text(each, "what"));
      return name === undefined ? [] : [{ holder: name, at: integer(each, "at") }];
    });
    return [{ issueId, holder, at: integer(row, "at"), before: before[0] }];
  }
}
