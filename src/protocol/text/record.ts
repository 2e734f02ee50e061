/**
 * What the repository's own files record about decisions and tracks. Each text is only a part of its file,
 * because people write in these files too.
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
