/**
 * Finds the parts of a paragraph that are code, HTML or an invisible part of a link, in one pass. Where only
 * a full parser could decide, as inside brackets that may belong to a link, a line is reported as beginning
 * inside one.
 */
import { HtmlFinder } from "./tag.ts";

export interface Span {
  readonly start: number;
  readonly end: number;
  /** `hidden` and `title` are not shown at all. */
  readonly type: "code" | "tag" | "hidden" | "title";
}

export interface Inline {
  /** In order, without overlaps. */
  readonly spans: readonly Span[];
  /** For each line of the text, whether it may begin inside a link, an image or a tag. */
  readonly isInside: readonly boolean[];
}

export function inlineOf(text: string): Inline {
  if (!/[`<[]/.test(text)) return { spans: [], isInside: [] };
  const scan = new Scan(text);
  scan.run();
  return { spans: scan.spans, isInside: scan.isInside };
}

class Scan {
  readonly spans: Span[] = [];
  readonly isInside: boolean[] = [false];
  readonly #text: string;
  readonly #html: HtmlFinder;
  readonly #closings: Map<number, number[]>;
  /** How many brackets and link parentheses are open. */
  #brackets = 0;
  #parentheses = 0;

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
    if (char === "\\") return this.#text[at + 1] === "\n" ? at + 1 : at + 2;
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
    if (found === undefined) return at + 1;
    if (found === "endless") return this.#take({ start: at, end: this.#text.length, type: "tag" });
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
    return end === undefined ? at + 1 : this.#take({ start: at, end: end + 1, type: "title" });
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
