/** What the board says for figures: numbers alone, never a title, a name or a login. */
import type { Millis } from "../../base/clock.ts";
import type { Numbers, Period } from "../../engine/measures/measure.ts";
import type { RepositoryId } from "../../engine/model/fact.ts";
import type { RepositoryName } from "../../protocol/references/ref.ts";

export interface FigureQuery {
  /** Undefined: all repositories. */
  readonly repository: RepositoryName | undefined;
  /** Only these repositories, if given. */
  readonly among?: readonly RepositoryId[] | undefined;
  /** Oldest first. */
  readonly weeks: readonly Period[];
  readonly now: Millis;
}

export interface FiguresSeen {
  /** For each week, the numbers of each measure by its name; a measure is absent where it is unknown. */
  readonly weeks: readonly ReadonlyMap<string, Numbers>[];
  /** When the oldest question that waits for an answer was opened. */
  readonly oldestQuestionAt: Millis | undefined;
  /** How many tasks are in progress. */
  readonly inProgress: number;
  /** From when on the ledger is kept; undefined while it is empty. */
  readonly ledgerSince: Millis | undefined;
}
