/**
 * The port behind which whoever writes an answer stands: a model, a program on this machine. A newcomer would trust its
 * reply; it is data from outside, and what it quotes is looked up before a word of it is used.
 */

/** What an answerer is given: nothing else of the repository, no tool, no token. */
export interface AnswerTask {
  readonly title: string;
  /** The question's context, as it was written. */
  readonly body: string;
  readonly options: string | undefined;
  readonly passages: readonly AnswerPassage[];
}

/** A passage that may be quoted, by its number. */
export interface AnswerPassage {
  /** From 1. */
  readonly number: number;
  readonly citation: string;
  /** The page's title and the headings above it, last a table's header: a statement alone may not say what it is about. */
  readonly under?: string;
  readonly text: string;
}

/** A reply of the right shape. Nothing of it has been checked against the passages yet. */
export interface AnswererReply {
  /** False: the passages do not settle it, so that people have to. */
  readonly answers: boolean;
  readonly decision: string;
  readonly rationale: string;
  readonly alternatives: string;
  readonly quotes: readonly { readonly passage: number; readonly text: string }[];
}

export type AnswererResult =
  | { readonly type: "replied"; readonly reply: AnswererReply }
  /** Time-out, refusal, nonsense: one sentence for the ledger. Never the provider's own words at length. */
  | { readonly type: "failed"; readonly because: string };

export interface Answerer {
  /** Shown beside what it wrote: `model claude-x`, `command opencode`. */
  readonly name: string;
  /** Values of its own that must never be written, in any encoding. */
  readonly secrets?: readonly string[];
  /** Never throws, and ends by itself within its own time limit. */
  readonly answer: (task: AnswerTask, signal: AbortSignal) => Promise<AnswererResult>;
}
