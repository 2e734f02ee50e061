/** Data of the line that shows what a text says now, to somebody who may have spoken of an earlier one. */

export interface ChangedTextData {
  readonly changes: readonly {
    readonly part: "title" | "text";
    /** A UTC time. */
    readonly at: string;
    /** A login; undefined where GitHub does not say who: for a deleted account, or not yet. */
    readonly by: string | undefined;
  }[];
  /** When we put our own text back, in UTC; undefined if we did not. */
  readonly restoredAt: string | undefined;
  /** Whether it is a text of ours that somebody changed, which it gets back before anything is decided. */
  readonly isAltered: boolean;
  /** What a handover hands over now, for a word about other work; undefined for all others. */
  readonly work:
    | {
        /** The head's first digits; undefined without a pull request. */
        readonly commit: string | undefined;
        readonly base: string | undefined;
      }
    | undefined;
  readonly title: string;
  /** What it asks, where the title does not. */
  readonly question: string | undefined;
  readonly options: readonly { readonly number: number; readonly text: string }[];
  /** Options as their author wrote them, where no number chooses one. */
  readonly written: string | undefined;
  /** All of it, or its beginning. */
  readonly body: string;
  /** Title or body are too long to be shown whole. */
  readonly isCut: boolean;
  /** The name. */
  readonly place: string;
  /** What a word has to name where a repetition cannot be recognised; undefined where it can. */
  readonly textName: string | undefined;
  /** The whole command to write again, where it names the text; undefined for all others. */
  readonly again: string | undefined;
}
