/**
 * Counts figures week by week. Between two weeks everything else has its turn: deliveries come in on the same thread.
 */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { setImmediate } from "node:timers/promises";
import type { Millis } from "../../../base/clock.ts";
import type { SettingsOf } from "../../../dispatcher/ports/settings.ts";
import type { Numbers, Period, Week } from "../../../engine/measures/measure.ts";
import { measures } from "../../../engine/measures/table.ts";
import type { RepositoryId } from "../../../engine/model/fact.ts";
import type { FigureQuery, FiguresSeen } from "../../../operations/figures/figures-board.ts";
import { isAgentAccount } from "../../../protocol/settings/agents/roster.ts";
import { integer, optional, text } from "../database/row.ts";
import { FiguresInLedger } from "./figures-in-ledger.ts";
import { MomentReader } from "./moment-reader.ts";

const served = `
SELECT id, owner, name FROM repository
WHERE (:repository IS NULL OR id = :repository) AND (:among IS NULL OR id IN (SELECT value FROM json_each(:among)))`;

const inProgress = `
SELECT count(*) AS count FROM issue
WHERE state = 'open' AND kind = 'task' AND status = 'in-progress' AND repository_id IN (SELECT value FROM json_each(?))`;

interface Known {
  readonly now: Millis;
  readonly ledgerSince: Millis | undefined;
}

export class FigureList {
  readonly #moments: MomentReader;
  readonly #ledger: FiguresInLedger;
  readonly #served: StatementSync;
  readonly #inProgress: StatementSync;
  readonly #ledgerSince: StatementSync;
  readonly #settingsOf: SettingsOf;

  constructor(database: DatabaseSync, settingsOf: SettingsOf) {
    this.#moments = new MomentReader(database);
    this.#ledger = new FiguresInLedger(database);
    this.#served = database.prepare(served);
    this.#inProgress = database.prepare(inProgress);
    this.#ledgerSince = database.prepare("SELECT at FROM ledger ORDER BY id LIMIT 1");
    this.#settingsOf = settingsOf;
  }

  /** @param repository null for all */
  async list(
    repository: RepositoryId | null,
    { among, weeks, now }: Omit<FigureQuery, "repository">,
  ): Promise<FiguresSeen> {
    const rows = this.#served.all({ repository, among: among === undefined ? null : JSON.stringify(among) });
    const homes = new Map(
      rows.map((row) => [`${text(row, "owner")}/${text(row, "name")}`.toLowerCase(), text(row, "id")]),
    );
    const ids = [...homes.values()];
    const ledgerSince = optional(integer, this.#ledgerSince.get(), "at");
    const counted: ReadonlyMap<string, Numbers>[] = [];
    for (const week of weeks) {
      counted.push(this.#week(week, homes, { now, ledgerSince }));
      await setImmediate();
    }
    return {
      weeks: counted,
      oldestQuestionAt: this.#moments.oldestWaiting(ids),
      inProgress: integer(this.#inProgress.get(JSON.stringify(ids)) ?? {}, "count"),
      ledgerSince,
    };
  }

  #week(
    period: Period,
    homes: ReadonlyMap<string, RepositoryId>,
    known: Known,
  ): ReadonlyMap<string, Numbers> {
    const { now, ledgerSince: since } = known;
    const moments = this.#moments.within(homes);
    const byType = Map.groupBy(moments.in(period), ({ type }) => type);
    const week: Week = {
      ...{ ...period, now },
      of: (type) => byType.get(type) ?? [],
      ofIssue: moments.ofIssue,
      aboutTask: moments.aboutTask,
      isAgent: ({ repositoryId, by = "" }) => isAgentAccount(this.#settingsOf(repositoryId), by),
      ledger:
        since === undefined || since >= period.to
          ? undefined
          : this.#ledger.within(period, since, [...homes.values()]),
    };
    return new Map(
      measures.flatMap((measure) => {
        const numbers = measure.numbers(week);
        return numbers === undefined ? [] : [[measure.name, numbers] as const];
      }),
    );
  }
}
