/**
 * Text that may appear in a comment as is. Only this folder creates it; everything else is a plain string,
 * which the renderer neutralises. It is a class rather than a branded string, so that templates can
 * distinguish the two.
 */

/** Markdown that has no effect beyond being read. */
export class Safe {
  readonly #markdown: string;

  constructor(markdown: string) {
    this.#markdown = markdown;
  }

  toString(): string {
    return this.#markdown;
  }
}
