/**
 * Finds the parts of a paragraph that are code, HTML, a formula, struck through or an invisible part of a link, in one
 * pass. Where only a full parser could decide, as inside brackets that may belong to a link, a line is reported as
 * beginning inside one.
 */
import { Brackets } from "./brackets.ts";
import { formulas, type Run, struckIn } from "./delimiters.ts";
import type { Range } from "./ranges.ts";
import { isStrict, isSuspect } from "./suspect.ts";
import { HtmlFinder } from "./tag.ts";

export interface Span extends Range {
  /**
   * `hidden` is not shown at all, and neither is `link`: a title, an image's alternative text, a label, an address with
   * spaces. `empty`: the text of a link without an address. `dollars`: all after a `$$` that pairs with none for sure.
   */
  readonly type: "code" | "tag" | "hidden" | "link" | "empty" | "struck" | "formula" | "dollars";
}

/** What may be HTML on the page. `unsure`: parsers disagree, or only a full parser could tell. */
export interface Markup extends Range {
  readonly type: "tag" | "hidden" | "unsure";
}

export interface Inline {
  /** May overlap. */
  readonly spans: readonly Span[];
  /** For each line of the text, whether it may begin inside a link, an image, a formula, code or a tag. */
  readonly isInside: readonly boolean[];
  /** In order. */
  readonly markup: readonly Markup[];
}

/** @param labels of the link definitions in the whole text, as `labelsIn` finds them */
export function inlineOf(text: string, labels: ReadonlySet<string>): Inline {
  const scan = new Scan(text, labels);
  scan.run();
  return scan.found();
}

const special = /[\\`<\n[\]~$]/g;

class Scan {
  readonly #spans: Span[] = [];
  readonly #markup: Markup[] = [];
  readonly #isInside: boolean[] = [false];
  readonly #text: string;
  readonly #html: HtmlFinder;
  readonly #brackets: Brackets;
  readonly #closings: Map<number, number[]>;
  readonly #tildes: Run[] = [];
  readonly #dollars: Run[] = [];
  /** The end of a line that no search has passed: all of them together are linear. */
  #lineEnd: number;
  /** Where a parser that is liberal with tags may end one that is none to CommonMark. */
  #liberalEnd = 0;
  #isLiberalTag = false;

  constructor(text: string, labels: ReadonlySet<string>) {
    this.#text = text;
    this.#html = new HtmlFinder(text);
    this.#brackets = new Brackets(text, labels);
    this.#closings = runsByLength(text);
    this.#lineEnd = text.indexOf("\n");
  }

  run(): void {
    for (let at = this.#next(0); at < this.#text.length; at = this.#next(at)) at = this.#step(at);
  }

  /** The next place, from `at` on, where something may begin or end. */
  #next(at: number): number {
    if (this.#brackets.isInAddress()) return at;
    special.lastIndex = at;
    return special.test(this.#text) ? special.lastIndex - 1 : this.#text.length;
  }

  found(): Inline {
    const { spans, unsureAt } = struckIn(this.#text, this.#tildes);
    if (unsureAt !== undefined) this.#unsure(unsureAt, unsureAt + 1);
    const later = [...spans, ...formulas(this.#text, this.#dollars)];
    markInside(this.#text, later, this.#isInside);
    return {
      spans: [...this.#spans, ...this.#brackets.spans, ...later],
      isInside: this.#isInside,
      markup: this.#markup.toSorted((a, b) => a.start - b.start),
    };
  }

  /** @returns the position at which to continue */
  #step(at: number): number {
    const char = this.#text[at];
    switch (char) {
      case "\\":
        if (at < this.#liberalEnd && this.#text[at + 1] === "<") this.#unsure(at + 1, at + 2);
        return this.#text[at + 1] === "\n" ? at + 1 : at + 2;
      case "`":
        return this.#code(at);
      case "<":
        return this.#tag(at);
      case "\n":
        this.#isInside.push(this.#brackets.isInside());
        return at + 1;
      case "[":
        this.#brackets.open(at);
        return at + 1;
      case "]":
        return this.#bracket(at);
      case "~":
        return this.#run(at, this.#tildes);
      case "$":
        return this.#run(at, this.#dollars);
      default:
        return this.#brackets.isInAddress() ? this.#inAddress(at) : at + 1;
    }
  }

  #run(at: number, runs: Run[]): number {
    let end = at;
    while (this.#text[end] === this.#text[at]) end++;
    runs.push({ start: at, length: end - at });
    return end;
  }

  #code(at: number): number {
    // To a parser that is liberal with tags, no code begins in one.
    if (at < this.#liberalEnd && this.#isLiberalTag) this.#unsure(at, at + 1);
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
      else if (at >= this.#liberalEnd) {
        this.#isLiberalTag = /[a-z/]/i.test(this.#text.charAt(at + 1));
        this.#liberalEnd = at + (/[>\n]|$/.exec(this.#text.slice(at, at + 4_000))?.index ?? 0);
      }
      return at + 1;
    }
    if (found === "endless") {
      this.#unsure(at, at + 20);
      return this.#take({ start: at, end: this.#text.length, type: "tag" });
    }
    if (at < this.#liberalEnd) this.#unsure(at, found.end);
    // In an image's alternative text, tags are no tags.
    else if (found.type === "tag" && this.#brackets.isOpen() && isStrict(this.#text.slice(at, at + 40)))
      this.#unsure(at, found.end);
    else if (found.type !== "autolink") this.#markup.push({ start: at, end: found.end, type: found.type });
    return found.type === "autolink"
      ? found.end
      : this.#take({ start: at, end: found.end, type: found.type });
  }

  #bracket(at: number): number {
    // Whether an alternative text ends here depends on whether this is in a tag.
    if (at < this.#liberalEnd && this.#brackets.isInImage()) this.#unsure(at, at + 1);
    const end = this.#brackets.close(at);
    if (end > at + 1) {
      this.#unsureIn(at + 2, end);
      this.#pass(at + 1, end);
    }
    return end;
  }

  #inAddress(at: number): number {
    const title = this.#brackets.inAddress(at, this.#html);
    if (title === undefined) return at + 1;
    this.#unsureIn(title.start, title.end - 1);
    return this.#take({ ...title, type: "link" });
  }

  /** Whether it is a link is for a full parser to say; if it is none, what is in it counts. */
  #unsureIn(start: number, end: number): void {
    for (const { index } of this.#text.slice(start, end).matchAll(/<[!?/a-z]/gi)) {
      const tag = this.#text.slice(start + index, start + index + 40);
      if (!isSuspect(tag) && !isStrict(tag)) continue;
      this.#unsure(start + index, end);
      return;
    }
  }

  #unsure(start: number, end: number): void {
    this.#markup.push({ start, end, type: "unsure" });
  }

  #toNextLine(): void {
    this.#lineEnd = this.#text.indexOf("\n", this.#lineEnd + 1);
  }

  #take(span: Span): number {
    this.#spans.push(span);
    this.#pass(span.start, span.end);
    return span.end;
  }

  /** Lines that begin between these begin inside something. */
  #pass(start: number, end: number): void {
    while (this.#lineEnd >= 0 && this.#lineEnd < start) this.#toNextLine();
    for (; this.#lineEnd >= 0 && this.#lineEnd < end; this.#toNextLine()) this.#isInside.push(true);
  }
}

/** Marks the lines that begin in one of the ranges. */
function markInside(text: string, ranges: readonly Range[], isInside: boolean[]): void {
  const inOrder = ranges.toSorted((one, other) => one.start - other.start);
  let [line, next, end] = [0, 0, 0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) {
    line++;
    for (let range = inOrder[next]; range !== undefined && range.start <= at; range = inOrder[next]) {
      end = Math.max(end, range.end);
      next++;
    }
    if (at < end) isInside[line] = true;
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
