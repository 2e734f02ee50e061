/**
 * The shape of a kind of message. A kind is one file that fills this in and one line in `kinds.ts`; forms, templates,
 * reading and writing all follow from its sections. A newcomer would parse a body here: a kind sees values only.
 */

/** What is wrong with a message and what would mend it, for people. Complete sentences in Markdown of our own. */
export interface Problem {
  /** Label of the section concerned. */
  readonly section?: string;
  readonly message: string;
  /** One sentence or example that shows the way out. */
  readonly fix?: string;
}

/** How the web form asks for a section. */
export type Control =
  | { readonly type: "input" }
  | { readonly type: "textarea" }
  | { readonly type: "dropdown"; readonly options: readonly string[] };

/** A value read, or why it could not be. */
export type Taken<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: Problem };

/** What is known of a `### Label` without reading its text. */
export interface SectionHead {
  readonly label: string;
  /** Older spellings, still read. */
  readonly aliases: readonly string[];
  /** Whether the form insists on it, and a body without its heading is not recognised by its sections alone. */
  readonly required: boolean;
  /** What to write here: the form's description and the placeholder of a mended body. */
  readonly hint: string;
  readonly control: Control;
}

/** One `### Label` of a kind, and what its text means. */
export interface Section<T> extends SectionHead {
  /** `text` is never empty. */
  readonly read: (text: string) => Taken<T>;
  readonly write: (value: T) => string;
}

/** The filled-in sections of one body; what is wrong with them is noted while they are taken. */
export interface Sheet {
  /** The value; undefined if it is absent or unreadable, and either is noted as a problem. */
  readonly take: <T>(section: Section<T>) => T | undefined;
  /** The value; `absent` if there is none, undefined if it is unreadable, which is noted as a problem. */
  readonly takeOr: <T, A>(section: Section<T>, absent: A) => T | A | undefined;
  readonly complain: (problem: Problem) => void;
}

/** A section and its text, as a writer puts it down; undefined leaves `_No response_`. */
export type Row = readonly [section: SectionHead, text: string | undefined];

/** One kind of message. */
export interface Kind<M extends { readonly kind: string }> {
  readonly name: M["kind"];
  /** One sentence for the form's chooser and the label. */
  readonly description: string;
  /** Title prefix, with its colon. */
  readonly prefix: string;
  /** Name of the organisation's issue type that mirrors the label. */
  readonly nativeType: string;
  /** Whether GitHub ships an issue type of that name, so that it alone says nothing. */
  readonly nativeTypeIsShipped: boolean;
  /** In the order of form and template. */
  readonly sections: readonly SectionHead[];
  /** The message; undefined if it cannot be acted on. */
  readonly read: (sheet: Sheet) => M | undefined;
  readonly write: (message: M) => readonly Row[];
  /** Labels that mirror the message's values, besides that of the kind. */
  readonly mirroredLabels: (message: M) => readonly string[];
}

/** A section's row, its value checked against the section. */
export function row<T>(section: Section<T>, value: T | undefined): Row {
  return [section, value === undefined ? undefined : section.write(value)];
}
