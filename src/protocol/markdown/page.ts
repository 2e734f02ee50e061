/**
 * Follows the HTML in a text as the parser of the page does, which knows nothing of Markdown's blocks: a comment or
 * an element that one block leaves open may hide all that comes after it. Only HTML that nests strictly is followed;
 * after anything else nothing counts, whatever a parser would make of it.
 */
import { inlineOf } from "./inline.ts";
import { effectOf } from "./names.ts";
import type { Holder } from "./placed.ts";
import { tagEnd } from "./tag.ts";

export interface OpenElement {
  /** As written: `<!--` or `<details>`. */
  readonly written: string;
  readonly line: number;
}

interface Opened extends OpenElement {
  readonly name: string;
  /** The quote, list item or footnote that it was opened in, and must be closed in. */
  readonly holder: Holder | undefined;
}

export class Page {
  /** Elements that blocks of HTML left open. */
  readonly #open: Opened[] = [];
  #lost: OpenElement | undefined;

  /** The HTML after which nothing counts. */
  lost(): OpenElement | undefined {
    return this.#lost;
  }

  /** The outermost open element. */
  first(): OpenElement | undefined {
    return this.#open[0];
  }

  isInElement(): boolean {
    return this.#open.length > 0;
  }

  /** To be called at each leaf: a quote, a list item or a footnote may not end before what was opened in it. */
  enter(holder: Holder | undefined): void {
    const last = this.#open.at(-1);
    if (last === undefined) return;
    let around = holder;
    while (around !== last.holder && around !== undefined) around = around.around;
    if (around !== last.holder) this.#lose(last.written, last.line);
  }

  /** A block of HTML. */
  html(text: string, line: number, holder: Holder | undefined): void {
    for (let at = text.indexOf("<"); at >= 0 && this.#lost === undefined; at = text.indexOf("<", at)) {
      const next = text[at + 1] ?? "";
      if (!/[a-z/!?]/i.test(next)) at += 1;
      else {
        const end = next === "!" || next === "?" ? hiddenEnd(text, at) : tagEnd(text, at);
        const written = text.slice(at, typeof end === "number" ? end : at + 20);
        if (
          typeof end !== "number" ||
          (next !== "!" && next !== "?" && !take(this.#open, written, line, holder))
        )
          this.#lose(written, line);
        at = typeof end === "number" ? end : text.length;
      }
    }
    const left = this.#open.find(({ name }) => effectOf(name) !== "nesting");
    if (left !== undefined) this.#lose(left.written, line);
  }

  /**
   * A paragraph, a heading or a cell.
   * @returns for each line, whether it begins where nothing is open
   */
  inline(text: string, line: number, isUnsure = false): readonly boolean[] {
    // White space to some parsers, and to others not.
    if (isUnsure || /[\f\v]/.test(text)) this.#lose("<", line);
    // Which of its lines belong to a definition is for a full parser to say.
    const isPlain = this.#lost === undefined && !(text.startsWith("[") && text.includes("]:"));
    const free: boolean[] = [isPlain];
    if (!text.includes("<")) return text.split("\n").map(() => isPlain);
    const open: Opened[] = [];
    let from = 0;
    const pass = (to: number): void => {
      for (let at = text.indexOf("\n", from); at >= 0 && at < to; at = text.indexOf("\n", at + 1))
        free.push(isPlain && this.#lost === undefined && open.length === 0);
      from = to;
    };
    for (const { start, end, type } of inlineOf(text).markup) {
      pass(start);
      const written = text.slice(start, end);
      const isFollowed =
        type === "tag" ? take(open, written, line, undefined) : type === "hidden" && plain.test(written);
      if (!isFollowed) this.#lose(written, line);
    }
    pass(text.length);
    if (open[0] !== undefined) this.#lose(open[0].written, line);
    return free;
  }

  #lose(written: string, line: number): void {
    this.#lost ??= { written: /^<(?:!--|\/?[\w-]*)/.exec(written)?.[0] ?? "<", line };
  }
}

/** A comment, an instruction or a declaration that all versions of CommonMark and HTML agree on in a paragraph. */
const plain = /^<(?:!--(?!-?>)(?:(?!--)[\s\S])*--|\?[^<>]*\?|![A-Z][^<>]*|!\[CDATA\[[^<>]*\]\])>$/;
/** GitHub's declarations begin with a capital; what begins with another letter is a block to other parsers only. */
const other = /<(?:\?[^<>]*\?|![A-Z][^<>]*|!\[CDATA\[[^<>]*\]\])>/y;

/** The end of the comment, instruction or declaration at `at`, if all parsers agree on it. */
function hiddenEnd(text: string, at: number): number | undefined {
  if (!text.startsWith("<!--", at)) {
    other.lastIndex = at;
    return other.test(text) ? other.lastIndex : undefined;
  }
  const end = text.indexOf("-->", at + 4);
  if (end < 0 || /^-?>/.test(text.slice(at + 4, at + 6))) return undefined;
  return text.slice(at + 4, end + 3).includes("--!>") ? undefined : end + 3;
}

/** Follows one tag. @returns false where what is open can no longer be known */
function take(open: Opened[], written: string, line: number, holder: Holder | undefined): boolean {
  const [, slash, tag = ""] = /^<(\/?)([a-z][a-z0-9-]*)/i.exec(written) ?? [];
  const name = tag.toLowerCase();
  const effect = effectOf(name);
  if (effect === "none" || effect === "lost") return effect === "none";
  if (slash === "") {
    open.push({ name, written: `<${name}>`, line, holder });
    return open.length < maxOpen;
  }
  const last = open.pop();
  return last?.name === name && last.holder === holder;
}

/** GitHub's parser gives up deeper nesting. */
const maxOpen = 100;
