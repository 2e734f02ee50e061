/** Finds where a tag, a comment, an instruction, a declaration or an autolink ends in a line of text. */

export interface Html {
  readonly end: number;
  /** An autolink is shown as written, a tag by its effect, and the others not at all. */
  readonly type: "autolink" | "tag" | "hidden";
}

/** Longer tags are treated as unterminated; what they hide has no effect. */
const maxTag = 4_000;
const marked: readonly (readonly [string, string])[] = [
  ["<!--", "-->"],
  ["<?", "?>"],
  ["<![CDATA[", "]]>"],
  ["<!", ">"],
];

/**
 * Finds HTML in one text. It caches which delimiters do not occur again, so that all searches together are
 * linear.
 */
export class HtmlFinder {
  readonly #text: string;
  readonly #missing = new Set<string>();

  constructor(text: string) {
    this.#text = text;
  }

  /** The construct that begins with the `<` at `at`. */
  find(at: number): Html | "endless" | undefined {
    const text = this.#text;
    if (text[at + 1] === "!" || text[at + 1] === "?") return this.#marked(at);
    const link = autolinkEnd(text, at);
    if (link !== undefined) return { end: link, type: "autolink" };
    const close = tagEnd(text, at);
    return close === "endless" || close === undefined ? close : { end: close, type: "tag" };
  }

  #marked(at: number): Html | undefined {
    const text = this.#text;
    for (const [start, end] of marked) {
      if (!text.startsWith(start, at)) continue;
      if (start === "<!" && !/[a-z]/i.test(text.charAt(at + 2))) return undefined;
      const short = /^<!--(-?>)/.exec(text.slice(at, at + 6))?.[0].length;
      if (short !== undefined) return { end: at + short, type: "hidden" };
      const found = this.next(end, at + start.length);
      return found === undefined ? undefined : { end: found + end.length, type: "hidden" };
    }
    return undefined;
  }

  /** The next position of `what`. */
  next(what: string, from: number): number | undefined {
    if (this.#missing.has(what)) return undefined;
    const found = this.#text.indexOf(what, from);
    if (found >= 0) return found;
    this.#missing.add(what);
    return undefined;
  }
}

const autolink = /<[a-z][a-z0-9.+-]{1,31}:[^\s<>]{0,2000}>/iy;
const tagName = /<\/?[a-z][a-z0-9-]{0,200}(?=[ \t\n/>]|$)/iy;

function autolinkEnd(text: string, at: number): number | undefined {
  autolink.lastIndex = at;
  return autolink.test(text) ? autolink.lastIndex : undefined;
}

/** The end of the open or closing tag at `at`; `endless` if it is too long. */
export function tagEnd(text: string, at: number): number | "endless" | undefined {
  tagName.lastIndex = at;
  if (!tagName.test(text)) return undefined;
  const read = text.slice(at, at + maxTag);
  const isCut = at + maxTag < text.length;
  const name = read.slice(0, tagName.lastIndex - at);
  let next = name.length;
  for (;;) {
    const space = /^[ \t\n]*/.exec(read.slice(next))?.[0].length ?? 0;
    const close = name.startsWith("</") ? /^>/ : /^\/?>/;
    const end = close.exec(read.slice(next + space, next + space + 2))?.[0].length;
    if (end !== undefined) return at + next + space + end;
    const attribute = space === 0 || name.startsWith("</") ? undefined : attributeLength(read, next + space);
    if (attribute === undefined) return isCut && next + space + 1 >= read.length ? "endless" : undefined;
    if (attribute === "endless") return isCut ? "endless" : undefined;
    next += space + attribute;
  }
}

function attributeLength(text: string, at: number): number | "endless" | undefined {
  const name = /^[a-z_:][a-z0-9_.:-]*/i.exec(text.slice(at))?.[0].length;
  if (name === undefined) return undefined;
  const equals = /^[ \t\n]*=[ \t\n]*/.exec(text.slice(at + name))?.[0].length;
  if (equals === undefined) return name;
  const value = at + name + equals;
  const quote = text[value];
  if (quote === '"' || quote === "'") {
    const end = text.indexOf(quote, value + 1);
    return end < 0 ? "endless" : end + 1 - at;
  }
  const bare = /^[^\s"'=<>`]+/.exec(text.slice(value))?.[0].length;
  return bare === undefined ? undefined : name + equals + bare;
}
