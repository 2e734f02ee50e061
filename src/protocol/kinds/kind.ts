/**
 * The shape of a message kind. A kind is one file that implements this and one line in `kinds.ts`; forms,
 * templates, reading and writing are all derived from its sections. A kind works on values and never parses a
 * body.
 */

import type { Ref } from "../references/ref.ts";

/**
 * What is wrong with a message and how to fix it, for people: complete sentences in Markdown that we wrote
 * ourselves.
 */
export interface Problem {
  /** Label of the section concerned. */
  readonly section?: string;
  readonly message: string;
  /** One sentence or example that shows how to fix it. */
  readonly fix?: string;
}

/** The form control for a section. */
export type FormControl =
  | { readonly type: "input" }
  | { readonly type: "textarea" }
  | { readonly type: "dropdown"; readonly options: readonly string[] };

/** A parsed value, or why it could not be parsed. */
export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: Problem };

/** The properties of a `### Label` that do not depend on its content. */
export interface SectionHead {
  readonly label: string;
  /** Older spellings, still read. */
  readonly aliases: readonly string[];
  /** Whether the form requires it. Without this heading, a body is not recognised by its sections alone. */
  readonly required: boolean;
  /** Instructions: the form's description, and the placeholder in a repaired body. */
  readonly hint: string;
  readonly control: FormControl;
}

/** One `### Label` of a kind, and how its text is read. */
export interface Section<T> extends SectionHead {
  /** Parses the section; `text` is never empty. */
  readonly read: (text: string) => Parsed<T>;
  readonly write: (value: T) => string;
}

/** The filled-in sections of one body. Problems with them are recorded as they are taken. */
export interface SectionReader {
  /** The value; undefined if it is absent or unreadable. Either is recorded as a problem. */
  readonly take: <T>(section: Section<T>) => T | undefined;
  /** The value; `absent` if there is none, undefined if it is unreadable, which is recorded as a problem. */
  readonly takeOr: <T, A>(section: Section<T>, absent: A) => T | A | undefined;
  readonly complain: (problem: Problem) => void;
}

/** A section and the text to write into it; undefined writes `_No response_`. */
export type SectionText = readonly [section: SectionHead, text: string | undefined];

/** An issue that a message names, and what that means. */
export interface Named {
  readonly ref: Ref;
  /** Label of the section that names it. */
  readonly section: string;
  /** The only kind that makes sense there; undefined if any does. */
  readonly kind: string | undefined;
  /**
   * The dependency that it creates, if any: whether this issue blocks the named one, or waits for it.
   * `blocks-unstarted`: it blocks a task only as long as no work on that has begun.
   */
  readonly edge?: "blocks" | "blocks-unstarted" | "waits" | undefined;
}

/** One kind of message. */
export interface Kind<M extends { readonly kind: string }> {
  readonly name: M["kind"];
  /** One sentence for the form chooser and the label. */
  readonly description: string;
  /** Title prefix, including its colon. */
  readonly prefix: string;
  /** Name of the organisation's issue type that mirrors the label. */
  readonly nativeType: string;
  /**
   * Whether GitHub has a default issue type of that name, which is then no evidence of this kind on its own.
   */
  readonly nativeTypeIsShipped: boolean;
  /** Ordinary issues have its other sections too: without this one they are no evidence of the kind. */
  readonly tellingSection?: SectionHead;
  /** In the order of the form and the template. */
  readonly sections: readonly SectionHead[];
  /** The message; undefined if it cannot be acted on. */
  readonly read: (sheet: SectionReader) => M | undefined;
  readonly write: (message: M) => readonly SectionText[];
  /** Labels that mirror the message's values, in addition to the kind's label. */
  readonly mirroredLabels: (message: M) => readonly string[];
  /** The issues that it names, in the order of its sections. */
  readonly named: (message: M) => readonly Named[];
  /**
   * Whether its issues block the tasks that they name. Being closed as completed does not suffice then: they
   * have to have an outcome.
   */
  readonly blocksTasks: boolean;
}

/** The issues that one section names. */
export function within(
  { label: section }: Pick<SectionHead, "label">,
  refs: readonly Ref[],
  meaning: Partial<Pick<Named, "kind" | "edge">> = {},
): readonly Named[] {
  return refs.map((ref) => ({ ref, section, kind: undefined, ...meaning }));
}

/** A section's row. The types require the value to match the section. */
export function row<T>(section: Section<T>, value: T | undefined): SectionText {
  return [section, value === undefined ? undefined : section.write(value)];
}
