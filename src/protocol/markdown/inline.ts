/**
 * Finds the parts of a paragraph that are code, HTML or an invisible part of a link, in one pass. Where only
 * a full parser could decide, as inside brackets that may belong to a link, a line is reported as beginning
 * inside one.
 */
import { effectOf } from "./names.ts";
import { HtmlFinder } from "./tag.ts";

export interface Span {
  readonly start: number;
  readonly end: number;
  /** `hidden` and `title` are not shown at all. */
  readonly type: "code" | "tag" | "hidden" | "title";
}

/** What may be HTML on the page. `unsure`: parsers disagree, or only a full parser could tell. */
export interface Markup {
  readonly start: number;
  readonly end: number;
  readonly type: "tag" | "hidden" | "unsure";
}

export interface Inline {
  /** In order, without overlaps. */
  readonly spans: readonly Span[];
  /** For each line of the text, whether it may begin inside a link, an image or a tag. */
  readonly isInside: readonly boolean[];
  /** In order. */
  readonly markup: readonly Markup[];
}

export function inlineOf(text: string): Inline {
  if (!/[`<[]/.test(text)) return { spans: [], isInside: [], markup: [] };
  const scan = new Scan(text);
  scan.run();
  return { spans: scan.spans, isInside: scan.isInside, markup: scan.markup };
}

class Scan {
  readonly spans: Span[] = [];
  readonly isInside: boolean[] = [false];
  readonly markup: Markup[] = [];
  readonly #text: string;
  readonly #html: HtmlFinder;
  readonly #closings: Map<number, number[]>;
  /** How many brackets and link parentheses are open. */
  #brackets = 0;
  #parentheses = 0;
  /** Where a parser that is liberal with tags may end one that is none to CommonMark. */
  #liberalEnd = 0;

  constructor(text: string) {
    this.#text = text;
    this.#html = new HtmlFinder(text);
    this.#closings = runsByLength(text);
  }

  run(): void {
    for (let at = 0; at < this.#text.length; ) at = this.#step(at);
  }

  /** @returns the position at which to continue */
  #step(at: number): number {
    const char = this.#text[at];
    if (char === "\\") {
      if (at < this.#liberalEnd && this.#text[at + 1] === "<") this.#unsure(at + 1, at + 2);
      return this.#text[at + 1] === "\n" ? at + 1 : at + 2;
    }
    if (char === "`") return this.#code(at);
    if (char === "<") return this.#tag(at);
    if (char === "\n") this.isInside.push(this.#brackets > 0 || this.#parentheses > 0);
    else if (char === "[") this.#brackets++;
    else if (char === "]") return this.#bracket(at);
    else if (this.#parentheses > 0) return this.#inLink(at);
    return at + 1;
  }

  #code(at: number): number {
    let end = at;
    while (this.#text[end] === "`") end++;
    const length = end - at;
    const closings = this.#closings.get(length) ?? [];
    while ((closings.at(-1) ?? Number.POSITIVE_INFINITY) < end) closings.pop();
    const closing = closings.at(-1);
    return closing === undefined ? end : this.#take({ start: at, end: closing + length, type: "code" });
  }

  #tag(at: number): number {
    const found = this.#html.find(at);
    if (found === undefined) {
      // Without a `>` to come, no parser takes it for HTML.
      if (this.#html.next(">", at) === undefined) return at + 1;
      if (isSuspect(this.#text.slice(at, at + 400))) this.#unsure(at, at + 20);
      else if (at >= this.#liberalEnd)
        this.#liberalEnd = at + (/[>\n]|$/.exec(this.#text.slice(at, at + 4_000))?.index ?? 0);
      return at + 1;
    }
    if (found === "endless") {
      this.#unsure(at, at + 20);
      return this.#take({ start: at, end: this.#text.length, type: "tag" });
    }
    // In an image's alternative text, tags are no tags.
    if (at < this.#liberalEnd) this.#unsure(at, found.end);
    else if (found.type === "tag" && this.#brackets > 0 && isStrict(this.#text.slice(at, at + 40)))
      this.#unsure(at, found.end);
    else if (found.type !== "autolink") this.markup.push({ start: at, end: found.end, type: found.type });
    return found.type === "autolink"
      ? found.end
      : this.#take({ start: at, end: found.end, type: found.type });
  }

  #bracket(at: number): number {
    if (this.#brackets > 0) this.#brackets--;
    if (this.#text[at + 1] !== "(") return at + 1;
    this.#parentheses++;
    const angled = /^\s*<(?:[^<>\\\n]|\\.)*>/.exec(this.#text.slice(at + 2, at + 4_000))?.[0];
    const end = at + 2 + (angled?.length ?? 0);
    if (angled !== undefined) this.#unsureIn(at + 2, end);
    for (let passed = at + 2; passed < end; passed++)
      if (this.#text[passed] === "\n") this.isInside.push(true);
    return end;
  }

  #inLink(at: number): number {
    const char = this.#text[at];
    if (char === "(") this.#parentheses++;
    else if (char === ")") this.#parentheses--;
    const isTitle = (char === '"' || char === "'") && /\s/.test(this.#text[at - 1] ?? "");
    if (!isTitle) return at + 1;
    const end = this.#html.next(char, at + 1);
    if (end !== undefined) this.#unsureIn(at, end);
    return end === undefined ? at + 1 : this.#take({ start: at, end: end + 1, type: "title" });
  }

  /** Whether it is a link is for a full parser to say; if it is none, what is in it counts. */
  #unsureIn(start: number, end: number): void {
    const found = /<[!?/a-z]/i.exec(this.#text.slice(start, end));
    if (found !== null && isSuspect(this.#text.slice(start + found.index, start + found.index + 40)))
      this.#unsure(start + found.index, end);
  }

  #unsure(start: number, end: number): void {
    this.markup.push({ start, end, type: "unsure" });
  }

  #take(span: Span): number {
    this.spans.push(span);
    for (
      let at = this.#text.indexOf("\n", span.start);
      at >= 0 && at < span.end;
      at = this.#text.indexOf("\n", at + 1)
    )
      this.isInside.push(true);
    return span.end;
  }
}

const nameOf = (text: string): string => /^<\/?([a-z][a-z0-9-]*)/i.exec(text)?.[1]?.toLowerCase() ?? "";

const isStrict = (text: string): boolean => effectOf(nameOf(text)) !== "none";

/** What CommonMark shows as it is written, but another parser might not. */
function isSuspect(text: string): boolean {
  if (/^<[!?]/.test(text)) return true;
  // A parser that is liberal with tags takes it for one, and its quote for that of a value.
  if (/^<\/?[a-z][^>\n]*["']/i.test(text)) return true;
  const effect = effectOf(nameOf(text));
  return effect === "nesting" || effect === "lost" || /^<\/?(?:pre|audio|video)(?![a-z0-9-])/i.test(text);
}

/** Positions of the runs of backticks, by their length, last to first. */
function runsByLength(text: string): Map<number, number[]> {
  const places = new Map<number, number[]>();
  for (const { index, 0: ticks } of text.matchAll(/`+/g)) {
    const known = places.get(ticks.length);
    if (known === undefined) places.set(ticks.length, [index]);
    else known.push(index);
  }
  for (const known of places.values()) known.reverse();
  return places;
}
