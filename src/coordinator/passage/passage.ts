/**
 * What the coordinator reads and quotes: documents of the context store at a pinned commit, split into
 * passages.
 */
import { type CitedLines, formatCitation } from "../../protocol/references/citation.ts";

/** A file of the context store, read whole at one commit. */
export interface StoreDocument {
  readonly path: string;
  /** The commit that the text was read at. */
  readonly commit: string;
  readonly text: string;
}

/**
 * `superseded`: another decision replaced it, or it was withdrawn. `open`: a task or a question on the page
 * itself. Both are listed for people and never quoted as current.
 */
export type PassageState = "current" | "superseded" | "open";

/** One sentence, list item or table row. */
export interface Statement {
  readonly text: string;
  /** Its first and last line within the passage, from 0. */
  readonly from: number;
  readonly to: number;
}

/** A paragraph, a list item, a table row or a code block: the smallest unit that is quoted. */
export interface Passage {
  readonly path: string;
  readonly commit: string;
  /** Counts from 1; both inclusive. */
  readonly firstLine: number;
  readonly lastLine: number;
  /** The document's title. */
  readonly title: string;
  /** The headings above the passage, outermost first, without the document's title; last a table's header. */
  readonly headings: readonly string[];
  /** The lines as they are in the document. */
  readonly text: string;
  readonly statements: readonly Statement[];
  readonly state: PassageState;
  /** Its replacement, as its own text calls it: `7`, `D5`, `2024-06-03`. */
  readonly successors: readonly string[];
  /** Whether the document records a decision (an ADR) and is thus a precedent, or only describes. */
  readonly isDecision: boolean;
}

/** `path@commit#L3-L9`, as an answer's sources cite it. */
export function citationOf(passage: CitedLines): string {
  return formatCitation(passage);
}
