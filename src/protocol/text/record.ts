/** What the repository's own files tell of decisions and tracks. A newcomer would write the whole file; people do, too. */
/** A decision as the repository's files tell it. */
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

/** How a track stands. */
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
