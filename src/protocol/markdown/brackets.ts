/** Follows square brackets and the addresses of links, and finds what the page shows nowhere: titles, labels and alternative texts. */
import type { HtmlFinder } from "./tag.ts";

export interface LinkSpan {
  readonly start: number;
  readonly end: number;
  readonly type: "link" | "empty";
}

interface Bracket {
  readonly at: number;
  /** `![`: its text is an alternative text. */
  readonly isImage: boolean;
  /** `][`: its text names a definition. */
  readonly isLabel: boolean;
}

/** The labels of everything in a text that may be a link definition, as `isDefined` compares them. */
export function labelsIn(text: string): ReadonlySet<string> {
  const labels = new Set<string>();
  if (!text.includes("]:")) return labels;
  let from: number | undefined;
  for (const { index, 0: mark } of text.matchAll(/\\.|[[\]]/gs)) {
    if (mark === "[") from = index + 1;
    else if (mark === "]") {
      if (from !== undefined && text[index + 1] === ":") labels.add(folded(text.slice(from, index)));
      from = undefined;
    }
  }
  return labels;
}

const folded = (label: string): string => label.trim().replace(/\s+/g, " ").toLowerCase().toUpperCase();

export class Brackets {
  readonly spans: LinkSpan[] = [];
  readonly #text: string;
  readonly #labels: ReadonlySet<string>;
  readonly #open: Bracket[] = [];
  #images = 0;
  /** Where the parentheses that are open begin; the first one is that of an address. */
  readonly #parentheses: number[] = [];

  constructor(text: string, labels: ReadonlySet<string>) {
    this.#text = text;
    this.#labels = labels;
  }

  isOpen(): boolean {
    return this.#open.length > 0;
  }

  isInImage(): boolean {
    return this.#images > 0;
  }

  isInAddress(): boolean {
    return this.#parentheses.length > 0;
  }

  isInside(): boolean {
    return this.isOpen() || this.isInAddress();
  }

  open(at: number): void {
    const before = this.#text[at - 1];
    const isImage = before === "!" && !isEscaped(this.#text, at - 1);
    if (isImage) this.#images++;
    this.#open.push({ at, isImage, isLabel: before === "]" && !isEscaped(this.#text, at - 1) });
  }

  /** At a `]`. @returns where to go on: within an address, if one follows, and after its angle brackets */
  close(at: number): number {
    const bracket = this.#open.pop();
    if (bracket?.isImage === true) this.#images--;
    const next = this.#text[at + 1];
    if (bracket !== undefined) this.#closed(bracket, at, next);
    if (next !== "(") return at + 1;
    this.#parentheses.push(at + 1);
    const follows = this.#text.slice(at + 2, at + 4_000);
    const angled = /^\s*<(?:[^<>\\\n]|\\.)*>/.exec(follows)?.[0];
    if (angled?.trim().includes(" ") === true)
      this.spans.push({ start: at + 2, end: at + 2 + angled.length, type: "link" });
    if (bracket?.isImage === false && /^\s*(?:<>\s*)?\)/.test(follows))
      this.spans.push({ start: bracket.at + 1, end: at, type: "empty" });
    return at + 2 + (angled?.length ?? 0);
  }

  /** At another character within an address. @returns the title that begins there */
  inAddress(at: number, finder: HtmlFinder): { readonly start: number; readonly end: number } | undefined {
    const char = this.#text.charAt(at);
    if (char === "(") this.#parentheses.push(at);
    else if (char === ")") this.#closeParenthesis(at);
    if ((char !== '"' && char !== "'") || !this.#isAfterSpace(at)) return undefined;
    let end = finder.next(char, at + 1);
    while (end !== undefined && isEscaped(this.#text, end)) end = finder.next(char, end + 1);
    return end === undefined ? undefined : { start: at, end: end + 1 };
  }

  #closed({ at, isImage, isLabel }: Bracket, end: number, next: string | undefined): void {
    const label = (): string => folded(this.#text.slice(at + 1, Math.min(end, at + 1_001)));
    const isHidden = isImage
      ? next === "(" || next === "[" || this.#labels.has(label())
      : isLabel && this.#labels.has(label());
    if (isHidden) this.spans.push({ start: at + 1, end, type: "link" });
  }

  /** A further pair may be a title: `[a](b (title))`, and at GitHub even after one that is not closed: `[a](b(c (title))`. */
  #closeParenthesis(at: number): void {
    const from = this.#parentheses.pop() ?? at;
    if (this.isInAddress() && this.#isAfterSpace(from))
      this.spans.push({ start: from, end: at + 1, type: "link" });
  }

  #isAfterSpace(at: number): boolean {
    return /\s/.test(this.#text.charAt(at - 1));
  }
}

function isEscaped(text: string, at: number): boolean {
  let slashes = 0;
  while (text[at - slashes - 1] === "\\") slashes++;
  return slashes % 2 === 1;
}
