/**
 * The port for anything that writes an answer, such as a model or a local program. Its reply is data from
 * outside: every quote is checked before any of it is used.
 */
import type { Millis } from "../../base/clock.ts";

/** Everything an answerer receives: nothing else from the repository, no tools, no token. */
export interface AnswerTask {
  readonly title: string;
  /** The question's context, exactly as written. */
  readonly body: string;
  readonly options: string | undefined;
  readonly passages: readonly AnswerPassage[];
}

/** A passage that may be quoted, with its number. */
export interface AnswerPassage {
  /** Counts from 1. */
  readonly number: number;
  readonly citation: string;
  /**
   * The page's title, the headings above the passage and, last, a table's header: a statement alone may not
   * say what it is about.
   */
  readonly under?: string;
  readonly text: string;
}

/** A well-formed reply. None of it has been checked against the passages yet. */
export interface AnswererReply {
  /** False if the passages do not answer the question, so that people have to. */
  readonly answers: boolean;
  readonly decision: string;
  readonly rationale: string;
  readonly alternatives: string;
  readonly quotes: readonly { readonly passage: number; readonly text: string }[];
}

export type AnswererResult =
  | { readonly type: "replied"; readonly reply: AnswererReply }
  /**
   * A time-out, a refusal or an invalid reply, as one sentence for the ledger. Never contains the provider's
   * own message at length.
   */
  | { readonly type: "failed"; readonly because: string };

/** Counts calls that cost money, for all processes that share an index. */
export interface ModelCalls {
  /** Counts a call and resolves to true, unless there were `perHour` within the past hour. */
  readonly count: (perHour: number, now: Millis) => Promise<boolean>;
}

export interface Answerer {
  /** Displayed with its answers: `model claude-x`, `command opencode`. */
  readonly name: string;
  /** The answerer's own secrets, which must never be written in any encoding. */
  readonly secrets?: readonly string[];
  /** Never throws, and ends within the answerer's own time limit. */
  readonly answer: (task: AnswerTask, signal: AbortSignal) => Promise<AnswererResult>;
}

/** An answerer as it is configured, before there is a store that counts its calls. */
export interface ConfiguredAnswerer extends Pick<Answerer, "name" | "secrets"> {
  readonly answer: (task: AnswerTask, signal: AbortSignal, calls: ModelCalls) => Promise<AnswererResult>;
}
