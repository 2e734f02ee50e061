/**
 * What the coordinator reads and quotes: documents of the context store at a pinned commit, cut into passages.
 * A newcomer would cite a passage's `text` by its heading; headings move, so a citation is path, commit and lines.
 */

/** A file of the context store, read whole at one commit. */
export interface StoreDocument {
  readonly path: string;
  /** The commit that the text was read at. */
  readonly commit: string;
  readonly text: string;
}

/** A decision that a later one replaced or withdrew is `superseded`: it is shown to people, never quoted as current. */
export type Standing = "current" | "superseded";

export interface Passage {
  readonly path: string;
  readonly commit: string;
  /** From 1, both inclusive. */
  readonly firstLine: number;
  readonly lastLine: number;
  /** The document's title. */
  readonly title: string;
  /** The headings above the passage, outermost first, without the document's title. */
  readonly headings: readonly string[];
  /** The lines as they stand in the document. */
  readonly text: string;
  readonly standing: Standing;
  /** Whether the document records a decision (an ADR), which is precedent, or only describes. */
  readonly isDecision: boolean;
}

/** `path@commit#L3-L9`, as an answer's sources cite it. */
export function citationOf(passage: Pick<Passage, "path" | "commit" | "firstLine" | "lastLine">): string {
  return `${passage.path}@${passage.commit}#L${passage.firstLine}-L${passage.lastLine}`;
}
