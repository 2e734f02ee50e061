/**
 * Counts figures week by week. Between two weeks everything else has its turn: deliveries come in on the same thread.
 */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { setImmediate } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import type { Millis } from "../../../base/clock.ts";
import type { SettingsOf } from "../../../dispatcher/ports/settings.ts";
import type { Numbers, Period } from "../../../engine/measures/measure.ts";
import type { RepositoryId } from "../../../engine/model/fact.ts";
import type { FigureQuery, FiguresSeen } from "../../../operations/figures/figures-board.ts";
import { issuesIn, numbersOfWeek, settingsOnce, tasksIn } from "../../shape/figures-of-week.ts";
import { integer, optional, text } from "../database/row.ts";
import { FiguresInLedger } from "./figures-in-ledger.ts";
import { MomentReader } from "./moment-reader.ts";

const served = `
SELECT id, owner, name FROM repository
WHERE (:repository IS NULL OR id = :repository) AND (:among IS NULL OR id IN (SELECT value FROM json_each(:among)))`;

const inProgress = `
SELECT count(*) AS count FROM issue
WHERE state = 'open' AND kind = 'task' AND status = 'in-progress' AND repository_id IN (SELECT value FROM json_each(?))`;

const keptMs = 5 * 60_000;
const maxKept = 300;

interface Kept {
  readonly at: Millis;
  readonly numbers: ReadonlyMap<string, Numbers>;
}

interface Known {
  readonly now: Millis;
  readonly ledgerSince: Millis | undefined;
}

export class FigureList {
  readonly #counted = new LRUCache<string, Kept>({ max: maxKept });
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
    for (const week of weeks) counted.push(await this.#kept(week, homes, { now, ledgerSince }));
    return {
      weeks: counted,
      oldestQuestionAt: this.#moments.oldestWaiting(ids),
      inProgress: integer(this.#inProgress.get(JSON.stringify(ids)) ?? {}, "count"),
      ledgerSince,
    };
  }

  /** What happened in a week that is over changes seldom, and counting it takes turns from deliveries. */
  async #kept(
    period: Period,
    homes: ReadonlyMap<string, RepositoryId>,
    known: Known,
  ): Promise<ReadonlyMap<string, Numbers>> {
    const { from, to } = period;
    const key = JSON.stringify([from, to, ...homes.values()]);
    const kept = this.#counted.get(key);
    const age = known.now - (kept?.at ?? Number.NaN);
    if (kept !== undefined && age >= 0 && age < keptMs) return kept.numbers;
    const numbers = this.#week(period, homes, known);
    await setImmediate();
    if (to <= known.now) this.#counted.set(key, { at: known.now, numbers });
    return numbers;
  }

  #week(
    period: Period,
    homes: ReadonlyMap<string, RepositoryId>,
    { now, ledgerSince }: Known,
  ): ReadonlyMap<string, Numbers> {
    const moments = this.#moments.within(homes);
    const found = moments.in(period);
    const isKept = ledgerSince !== undefined && ledgerSince < period.to;
    const ledger = isKept ? this.#ledger.within(period, ledgerSince, [...homes.values()]) : undefined;
    const ofIssue = moments.ofIssues(issuesIn(found, ledger));
    const aboutTask = moments.aboutTasks(tasksIn(found, [...ofIssue.values()].flat()));
    return numbersOfWeek(
      { ...period, now, ledger },
      { found, ofIssue, aboutTask },
      settingsOnce(homes.values(), this.#settingsOf),
    );
  }
}
