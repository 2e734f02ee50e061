/** Counts figures week by week. */
import { LRUCache } from "lru-cache";
import type { Millis } from "../../../base/clock.ts";
import { integer, optional, text } from "../../../base/row.ts";
import type { Numbers, Period } from "../../../engine/measures/measure.ts";
import type { RepositoryId } from "../../../engine/model/fact.ts";
import type { FigureQuery, FiguresSeen } from "../../../operations/figures/figures-board.ts";
import { issuesIn, numbersOfWeek, settingsOnce, tasksIn } from "../../shape/figures-of-week.ts";
import type { Queries } from "../database/connection.ts";
import { statement } from "../database/statement.ts";
import { ledgerWithin } from "./figures-in-ledger.ts";
import { momentsIn, oldestWaiting } from "./moment-reader.ts";
import type { SavedSettings } from "./saved-settings.ts";

const served = statement(`
SELECT id, owner, name FROM repository
WHERE (:repository::text IS NULL OR id = :repository) AND (:among::text[] IS NULL OR id = ANY(:among))`);
const inProgress = statement(`
SELECT count(*) AS count FROM issue
WHERE state = 'open' AND kind = 'task' AND status = 'in-progress' AND repository_id = ANY(:homes::text[])`);
const ledgerStart = statement("SELECT at FROM ledger ORDER BY id LIMIT 1");

const keptMs = 5 * 60_000;
const maxKept = 300;

interface Kept {
  readonly at: Millis;
  readonly numbers: ReadonlyMap<string, Numbers>;
}

interface Known {
  readonly homes: ReadonlyMap<string, RepositoryId>;
  readonly now: Millis;
  readonly ledgerSince: Millis | undefined;
}

export class FigureList {
  readonly #counted = new LRUCache<string, Kept>({ max: maxKept });
  readonly #queries: Queries;
  readonly #settings: SavedSettings;

  constructor(queries: Queries, settings: SavedSettings) {
    this.#queries = queries;
    this.#settings = settings;
  }

  /** @param repository null for all */
  async list(
    repository: RepositoryId | null,
    { among, weeks, now }: Omit<FigureQuery, "repository">,
  ): Promise<FiguresSeen> {
    const rows = await this.#queries.all(served, { repository, among: among ?? null });
    const homes = new Map(
      rows.map((row) => [`${text(row, "owner")}/${text(row, "name")}`.toLowerCase(), text(row, "id")]),
    );
    const ids = [...homes.values()];
    const ledgerSince = optional(integer, await this.#queries.one(ledgerStart), "at");
    const counted: ReadonlyMap<string, Numbers>[] = [];
    for (const week of weeks) counted.push(await this.#kept(week, { homes, now, ledgerSince }));
    return {
      weeks: counted,
      oldestQuestionAt: await oldestWaiting(this.#queries, ids),
      inProgress: integer((await this.#queries.one(inProgress, { homes: ids })) ?? {}, "count"),
      ledgerSince,
    };
  }

  /** Caches past weeks: their figures rarely change and take long to count. */
  async #kept(period: Period, known: Known): Promise<ReadonlyMap<string, Numbers>> {
    const key = JSON.stringify([period.from, period.to, ...known.homes.values()]);
    const kept = this.#counted.get(key);
    const age = known.now - (kept?.at ?? Number.NaN);
    if (kept !== undefined && age >= 0 && age < keptMs) return kept.numbers;
    const numbers = await this.#week(period, known);
    if (period.to <= known.now) this.#counted.set(key, { at: known.now, numbers });
    return numbers;
  }

  async #week(period: Period, { homes, now, ledgerSince }: Known): Promise<ReadonlyMap<string, Numbers>> {
    const ids = [...homes.values()];
    const moments = momentsIn(this.#queries, homes);
    const found = await moments.in(period);
    const isKept = ledgerSince !== undefined && ledgerSince < period.to;
    const issues = [...new Set(found.map(({ issueId }) => issueId))];
    const ledger = isKept
      ? await ledgerWithin(this.#queries, { ...period, since: ledgerSince, homes: ids, issues })
      : undefined;
    const ofIssue = await moments.ofIssues(issuesIn(found, ledger));
    const aboutTask = await moments.aboutTasks(tasksIn(found, [...ofIssue.values()].flat()));
    const settingsOf = settingsOnce(ids, await this.#settings.of(ids));
    return numbersOfWeek({ ...period, now, ledger }, { found, ofIssue, aboutTask }, settingsOf);
  }
}
