/**
 * Text that may stand in a comment as it is. Only this folder makes it; everything else is a plain string, which the
 * renderer neutralises. A newcomer would brand a string: the template could not tell the two apart.
 */

/** Markdown that can do nothing but be read. */
export class Safe {
  readonly #markdown: string;

  constructor(markdown: string) {
    this.#markdown = markdown;
  }

  toString(): string {
    return this.#markdown;
  }
}
