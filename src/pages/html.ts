/** Builds HTML from templates. Whatever is put into one is escaped, unless it is HTML from another template. */

/** HTML that is safe to send. Only this file makes it from a string. */
export class Html {
  readonly #markup: string;

  constructor(markup: string) {
    this.#markup = markup;
  }

  toString(): string {
    return this.#markup;
  }
}

/** `undefined` and `false` are left out. */
export type Part = Html | string | number | undefined | false | readonly Part[];

const needsEscape = /[&<>"']/;
const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/**
 * Escapes text for an element and for a quoted attribute. An unquoted attribute, a script or a style has other rules:
 * put no text into one.
 * @example html`<a href="${address}">${title}</a>`
 */
export function html(markup: TemplateStringsArray, ...parts: readonly Part[]): Html {
  const texts = textsOf(markup);
  let whole = texts[0] ?? "";
  for (const [place, part] of parts.entries()) whole += markupOf(part) + (texts[place + 1] ?? "");
  return new Html(whole);
}

/** HTML from a sanitizer. Never call it with anything else. */
export function sanitized(markup: string): Html {
  return new Html(markup);
}

/** Elements with a space between them, so that they wrap and are read as words. */
export function spaced(parts: readonly Part[]): Html {
  const shown = parts.map(markupOf).filter((markup) => markup !== "");
  return new Html(shown.join(" "));
}

function markupOf(part: Part): string {
  if (part === undefined || part === false) return "";
  if (part instanceof Html) return part.toString();
  if (typeof part === "object") return part.map(markupOf).join("");
  const text = String(part);
  return needsEscape.test(text) ? text.replace(/[&<>"']/g, (character) => entities[character] ?? "") : text;
}

/** A template is the same object each time that it is evaluated. */
const known = new WeakMap<TemplateStringsArray, readonly string[]>();

function textsOf(markup: TemplateStringsArray): readonly string[] {
  const found = known.get(markup) ?? markup.raw.map(withoutIndent);
  known.set(markup, found);
  return found;
}

/** The indentation of the source is no part of the page, and would be a third of what is sent. */
function withoutIndent(text: string): string {
  return text.replace(/\n\s*/g, "\n");
}
