/** Which pages of the context store a handover may have made stale, as the coordinator found. */

export interface PageFinding {
  /** The text of the handover that was accepted, by its hash. */
  readonly body: string;
  readonly pages: readonly DuePage[];
}

export interface DuePage {
  readonly path: string;
  /** Files that the page is about and the handover changed: the first few. */
  readonly files: readonly string[];
  /** How many more there are. */
  readonly more: number;
}
