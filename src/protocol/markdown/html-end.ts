/** Where a tag, a comment, an instruction or a declaration in a block of HTML ends, if all parsers agree on it. */
import type { BreakReason } from "./break.ts";
import { tagEnd } from "./tag.ts";

/** Whether it is no tag. */
export const isMarked = (text: string, at: number): boolean => text[at + 1] === "!" || text[at + 1] === "?";

/** The end of the tag or comment at `at`, or why it has none that all parsers agree on. */
export function htmlEnd(text: string, at: number): number | BreakReason {
  if (isMarked(text, at)) return hiddenEnd(text, at);
  const end = tagEnd(text, at);
  return typeof end === "number" ? end : "unsure";
}

/** A comment, an instruction or a declaration that all versions of CommonMark and HTML agree on in a paragraph. */
export const isAgreed = (written: string): boolean => plain.test(written);

const plain = /^<(?:!--(?!-?>)(?:(?!--)[\s\S])*--|\?[^<>]*\?|![A-Z][^<>]*|!\[CDATA\[[^<>]*\]\])>$/;
/** GitHub's declarations begin with a capital; what begins with another letter is a block to other parsers only. */
const other = /<(?:\?[^<>]*\?|![A-Z][^<>]*|!\[CDATA\[[^<>]*\]\])>/y;

/** The end of the comment, instruction or declaration at `at`, if all parsers agree on it. */
function hiddenEnd(text: string, at: number): number | BreakReason {
  if (!text.startsWith("<!--", at)) {
    other.lastIndex = at;
    return other.test(text) ? other.lastIndex : "unsure";
  }
  const end = text.indexOf("-->", at + 4);
  if (end < 0) return "unclosed";
  if (/^-?>/.test(text.slice(at + 4, at + 6)) || text.slice(at + 4, end + 3).includes("--!>"))
    return "unsure";
  return end + 3;
}
