/**
 * What the repository's own files record about decisions, tracks and contracts. Each text is only a part of its
 * file.
 */
/** A decision as the repository's files record it. */
export interface DecisionData {
  /** `#40`. */
  readonly question: string;
  readonly title: string;
  readonly decision: string;
  readonly by: string;
  /** The policy row that allowed it. */
  readonly row: string;
  /** `2026-11-21`. */
  readonly on: string;
  readonly rationale: string;
  readonly alternatives: string;
  readonly sources: string;
}

/** The state of a track. */
export interface TrackData {
  readonly tasks: readonly {
    readonly name: string;
    readonly title: string;
    readonly status: string;
    readonly assignees: readonly string[];
    readonly blockers: readonly string[];
  }[];
  readonly questions: readonly { readonly name: string; readonly title: string }[];
  readonly decisions: readonly DecisionData[];
  readonly files: readonly string[];
}

/** One version of an interface, as its page shows it. */
export interface ContractPageData {
  readonly interface: string;
  readonly version: string;
  /** `#20`. */
  readonly contract: string;
  readonly provider: string;
  /** Tasks, and tracks as `track:web`. */
  readonly consumers: readonly string[];
  readonly tracks: readonly string[];
  readonly format: string;
  readonly definition: string;
  /** Agents and logins; empty if nobody held a task and no one objected. */
  readonly agreedBy: readonly string[];
  /** `2026-11-21`. */
  readonly on: string;
}
