/**
 * Follows the HTML in a text as the parser of the page does, which knows nothing of Markdown's blocks: a comment or
 * an element that one block leaves open may hide all that comes after it. Only HTML that nests strictly is followed;
 * after anything else nothing counts, whatever a parser would make of it.
 */
import type { Break, BreakReason } from "./break.ts";
import { beginsDefinition } from "./definition.ts";
import { htmlEnd, isAgreed, isMarked } from "./html-end.ts";
import { inlineOf, type Markup, type Span } from "./inline.ts";
import { OpenElements } from "./open-elements.ts";
import type { Holder } from "./placed.ts";
import { merged, type Range } from "./ranges.ts";

/** What the page makes of a leaf's text. The ranges are in order, without overlaps. */
export interface LeafReading {
  /** For each line, whether it begins where no element is open. True of a line that is not there, as of all following. */
  readonly isFree: readonly boolean[];
  /** For each line, whether it may begin inside a link, a formula, code or a tag. False of a line that is not there. */
  readonly isInside: readonly boolean[];
  /** What the page does not plainly show. */
  readonly unseen: readonly Range[];
  /** What has no effect: all that is unseen, and what is shown as code, as a formula or as an empty link. */
  readonly inert: readonly Range[];
}

/** The page around a leaf. */
export interface Surroundings {
  readonly wasBroken: boolean;
  /** Where the leaf ends. */
  readonly isBroken: boolean;
  /** Whether the elements that are open fold or strike what is in them. */
  readonly isFolded: boolean;
  readonly isQuoted: boolean;
  readonly isInElement: boolean;
}

const outside: Surroundings = {
  ...{ wasBroken: false, isBroken: false, isFolded: false, isQuoted: false, isInElement: false },
};
const remarkable = /[`<[~$\f\v]/;
const unremarkable: LeafReading = { isFree: [], isInside: [], unseen: [], inert: [] };

export class Page {
  /** Elements that blocks of HTML left open. */
  readonly #open = new OpenElements();
  readonly #labels: ReadonlySet<string>;
  #broken: Break | undefined;

  /** @param labels of the link definitions in the whole text */
  constructor(labels: ReadonlySet<string>) {
    this.#labels = labels;
  }

  /** The HTML after which nothing counts. */
  broken(): Break | undefined {
    return this.#broken;
  }

  /** The outermost element that is open, at the end of the text. */
  unclosed(): Break | undefined {
    const first = this.#open.first();
    return first && { what: "HTML element", written: first.written, line: first.line, reason: "unclosed" };
  }

  /** What stands around the leaf that comes next. */
  surroundings(): Surroundings {
    const isBroken = this.#broken !== undefined;
    if (!isBroken && this.#open.isEmpty()) return outside;
    return {
      wasBroken: isBroken,
      isBroken,
      isFolded: !this.#open.showsText(),
      isQuoted: this.#open.isForeign(),
      isInElement: !this.#open.isEmpty(),
    };
  }

  /** To be called at each leaf: a quote, a list item or a footnote may not end before what was opened in it. */
  enter(holder: Holder | undefined): void {
    const last = this.#open.last();
    if (last === undefined) return;
    let around = holder;
    while (around !== last.holder && around !== undefined) around = around.around;
    if (around !== last.holder) this.#lose(last.written, last.line, "outlived");
  }

  /** A block of HTML. @returns what the page does not show of it */
  html(text: string, line: number, holder: Holder | undefined): readonly Range[] {
    const unseen = new Unseen(this.#open.showsText());
    const lines = new LineCounter(text, line);
    for (let at = text.indexOf("<"); at >= 0 && this.#broken === undefined; at = text.indexOf("<", at)) {
      if (!/[a-z/!?]/i.test(text.charAt(at + 1))) {
        at += 1;
        continue;
      }
      unseen.turn(at, false);
      const end = htmlEnd(text, at);
      if (typeof end !== "number") {
        this.#lose(nameAt(text.slice(at, at + 40)), lines.at(at), end);
        break;
      }
      const tag = text.slice(at, end);
      const reason = isMarked(text, at) ? undefined : this.#open.take(tag, lines.at(at), holder);
      if (reason === undefined) unseen.turn(end, this.#open.showsText());
      else this.#lose(nameAt(tag), lines.at(at), reason);
      at = end;
    }
    const left = this.#open.firstToClose();
    if (left !== undefined) this.#lose(left.written, left.line, "outlived");
    return unseen.ranges(text.length);
  }

  /** A paragraph, a heading or a cell. */
  inline(text: string, line: number, isUnsure = false): LeafReading {
    if (!isUnsure && this.#broken === undefined && !remarkable.test(text)) return unremarkable;
    // White space to some parsers, and to others not.
    const space = /[\f\v]/.exec(text)?.[0];
    if (space !== undefined) this.#lose(space === "\f" ? "\\f" : "\\v", line, "unsure");
    if (isUnsure) this.#lose("<", line, "unsure");
    // Which of its lines belong to a definition is for a full parser to say.
    const isPlain = this.#broken === undefined && !beginsDefinition(text);
    const { spans, isInside, markup } = inlineOf(text, this.#labels);
    const followed = this.#follow(text, line, markup, isPlain);
    const unseen = [...followed.unseen, ...spans.filter((span) => isUnseen(span, text))];
    return {
      isFree: followed.isFree,
      isInside,
      unseen: merged(unseen),
      inert: merged([...unseen, ...followed.foreign, ...spans]),
    };
  }

  #follow(text: string, line: number, markup: readonly Markup[], isPlain: boolean): Followed {
    const isFree: boolean[] = [isPlain];
    const open = new OpenElements();
    const unseen = new Unseen(this.#broken === undefined);
    const foreign = new Unseen(true);
    let lineEnd = text.indexOf("\n");
    const pass = (to: number): void => {
      for (; lineEnd >= 0 && lineEnd < to; lineEnd = text.indexOf("\n", lineEnd + 1))
        isFree.push(isPlain && this.#broken === undefined && open.isEmpty());
    };
    for (const { start, end, type } of markup) {
      pass(start);
      const written = text.slice(start, end);
      const at = line + isFree.length - 1;
      if (type === "tag") {
        const reason = open.take(written, at, undefined);
        if (reason !== undefined) this.#lose(nameAt(written), at, reason);
      } else if (type === "unsure" || !isAgreed(written)) this.#lose(nameAt(written), at, "unsure");
      if (this.#broken !== undefined) unseen.turn(start, false);
      else {
        unseen.turn(open.showsText() ? end : start, open.showsText());
        foreign.turn(start, !open.isForeign());
      }
    }
    pass(text.length);
    const left = open.first();
    if (left !== undefined) this.#lose(left.written, left.line, "outlived");
    return { isFree, unseen: unseen.ranges(text.length), foreign: foreign.ranges(text.length) };
  }

  #lose(written: string, line: number, reason: BreakReason): void {
    const what = /^<[!?]/.test(written) ? "HTML comment" : "HTML element";
    this.#broken ??= { what, written, line, reason };
  }
}

/** What begins here, without its attributes: `<details>`, `</div>`, `<!--`, `<a`. */
function nameAt(text: string): string {
  const [tag] = /^<\/?[a-z][a-z0-9-]*/i.exec(text) ?? [];
  if (tag !== undefined) return text.endsWith(">") ? `${tag.toLowerCase()}>` : tag;
  return /^(?:<(?:!--|!\[CDATA\[|[!?])|[\]~])/.exec(text)?.[0] ?? "<";
}

interface Followed {
  readonly isFree: readonly boolean[];
  readonly unseen: readonly Range[];
  readonly foreign: readonly Range[];
}

/** Collects the ranges in which something is not shown. */
class Unseen {
  readonly #ranges: Range[] = [];
  #from: number | undefined;

  constructor(isShown: boolean) {
    if (!isShown) this.#from = 0;
  }

  /** From `at` on it is shown, or not. */
  turn(at: number, isShown: boolean): void {
    if (!isShown) this.#from ??= at;
    else if (this.#from !== undefined) {
      this.#ranges.push({ start: this.#from, end: at });
      this.#from = undefined;
    }
  }

  ranges(end: number): readonly Range[] {
    this.turn(end, true);
    return this.#ranges;
  }
}

/** In a formula, a comment or a command can hide what is written. */
function isUnseen({ type, start, end }: Span, text: string): boolean {
  if (type === "formula") return /[\\%]/.test(text.slice(start, end));
  return type === "tag" || type === "hidden" || type === "link" || type === "struck";
}

/** Counts the lines of a text up to places that come in order. */
class LineCounter {
  readonly #text: string;
  #line: number;
  #next: number;

  constructor(text: string, first: number) {
    this.#text = text;
    this.#line = first;
    this.#next = text.indexOf("\n");
  }

  at(place: number): number {
    for (; this.#next >= 0 && this.#next < place; this.#next = this.#text.indexOf("\n", this.#next + 1))
      this.#line++;
    return this.#line;
  }
}
