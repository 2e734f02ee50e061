/** The elements that are open at a place of the page, and what becomes of the text in them. */
import type { BreakReason } from "./break.ts";
import { contentOf, effectOf, isCell, isTablePart } from "./names.ts";
import type { Holder } from "./placed.ts";

export interface Opened {
  readonly name: string;
  /** As written, without attributes: `<details>`. */
  readonly written: string;
  readonly line: number;
  /** The quote, list item or footnote that it was opened in, and must be closed in. */
  readonly holder: Holder | undefined;
  /** Whether the page plainly shows the element itself, and the text in it. */
  readonly isVisible: boolean;
  readonly showsContent: boolean;
  /** Whether the text in it is shown as code or as a quote. */
  readonly isForeign: boolean;
  /** The first one of folded details stays visible. */
  hasSummary: boolean;
}

/** GitHub's parser gives up deeper nesting. */
const maxOpen = 100;
/** Folded is every `details` but one that is written exactly so: an attribute may hold the word, too. */
const unfolded = /^<details\s+open(?:\s*=\s*(?:""|"open"|open))?\s*>$/i;

export class OpenElements {
  readonly #open: Opened[] = [];

  first(): Opened | undefined {
    return this.#open[0];
  }

  last(): Opened | undefined {
    return this.#open.at(-1);
  }

  /** The outermost that may not stay open beyond its block. */
  firstToClose(): Opened | undefined {
    return this.#open.find(({ name }) => effectOf(name) !== "nesting");
  }

  isEmpty(): boolean {
    return this.#open.length === 0;
  }

  showsText(): boolean {
    return this.last()?.showsContent ?? true;
  }

  isForeign(): boolean {
    return this.last()?.isForeign ?? false;
  }

  /** Follows one strict tag. @returns why what is open can no longer be known */
  take(tag: string, line: number, holder: Holder | undefined): BreakReason | undefined {
    const [, slash, written = ""] = /^<(\/?)([a-z][a-z0-9-]*)/i.exec(tag) ?? [];
    const name = written.toLowerCase();
    const effect = effectOf(name);
    if (effect === "none") return undefined;
    if (effect === "lost") return "hiding";
    if (slash === "") return this.#push(name, tag, line, holder);
    const last = this.#open.pop();
    return last?.name === name && last.holder === holder ? undefined : "stray";
  }

  #push(name: string, tag: string, line: number, holder: Holder | undefined): BreakReason | undefined {
    const around = this.last();
    // What else stands between a table's cells is moved out of it, by each parser in a way of its own.
    const isInTable = around !== undefined && isTablePart(around.name);
    if (isInTable && !isTablePart(name) && !isCell(name)) return "hiding";
    const isSummary = name === "summary" && around?.name === "details" && !around.hasSummary;
    if (isSummary) around.hasSummary = true;
    const isVisible = (isSummary || isInTable ? around.isVisible : around?.showsContent) ?? true;
    const content = contentOf(name);
    const isFolded = name === "details" && !unfolded.test(tag);
    this.#open.push({
      name,
      written: `<${name}>`,
      line,
      holder,
      isVisible,
      showsContent: isVisible && !isFolded && content !== "unseen" && !isTablePart(name),
      isForeign: around?.isForeign === true || content === "foreign",
      hasSummary: false,
    });
    return this.#open.length < maxOpen ? undefined : "deep";
  }
}
