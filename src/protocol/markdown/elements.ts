/**
 * Tracks HTML elements that stay open across blank lines, such as `<details>`. Their contents are not the
 * text's own words.
 */
import { withoutCode } from "./code-span.ts";

const containers: ReadonlySet<string> = new Set(
  "details pre script style textarea template blockquote table div section article aside center figure picture".split(
    " ",
  ),
);
/** Elements nested deeper than this are not counted. */
const maxDepth = 100;
/** Elements whose content is not Markdown at all: only their own end tag closes them. */
const rawElements: ReadonlySet<string> = new Set(["pre", "script", "style", "textarea"]);

export interface OpenElement {
  readonly tag: string;
  readonly line: number;
}

export class Elements {
  readonly #open: OpenElement[] = [];
  #raw: OpenElement | undefined;

  /** The outermost open element. */
  first(): OpenElement | undefined {
    return this.#raw ?? this.#open[0];
  }

  /** Whether the line endings, or began, inside an element whose content is not Markdown. */
  passRaw(text: string): boolean {
    if (this.#raw === undefined) return false;
    if (text.toLowerCase().includes(`</${this.#raw.tag}`)) this.#raw = undefined;
    return true;
  }

  /**
   * Records what a line opens and closes.
   * @returns whether the line is inside an element or opens one
   */
  enter(text: string, line: number): boolean {
    const wasInside = this.#open.length > 0;
    if (text.includes("<")) this.#tags(withoutCode(text).toLowerCase(), line);
    return wasInside || this.#open.length > 0;
  }

  #tags(bare: string, line: number): void {
    for (let at = bare.indexOf("<"); at >= 0 && this.#raw === undefined; at = bare.indexOf("<", at + 1)) {
      if (!bare.startsWith("<!--", at)) at = this.#tag(bare, at, line);
      else at = Math.max(at, bare.indexOf("-->", at + 2));
    }
  }

  /** @returns the position at which to continue */
  #tag(bare: string, at: number, line: number): number {
    const [, slash, tag] = /^<(\/?)([a-z]{1,12})(?=[\s/>]|$)/.exec(bare.slice(at, at + 16)) ?? [];
    if (tag === undefined || !containers.has(tag)) return at;
    if (slash === "/") {
      const index = this.#open.findLastIndex((element) => element.tag === tag);
      if (index >= 0) this.#open.length = index;
      return at;
    }
    if (!rawElements.has(tag)) {
      if (this.#open.length < maxDepth) this.#open.push({ tag, line });
      return at;
    }
    const end = bare.indexOf(`</${tag}`, at);
    if (end < 0) this.#raw = { tag, line };
    return Math.max(at, end);
  }
}
