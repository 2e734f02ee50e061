/**
 * Matches one name of a path against one part of a pattern. Do not use a regular expression: it backtracks
 * over every star, in exponential time. Here only the last star needs backtracking.
 */
import { type CharClass, classEnd, classOf, isIn } from "./brackets.ts";

/** The remaining work limit. At zero there is no result. */
export interface MatchBudget {
  left: number;
}

export type Segment =
  | { readonly is: "any depth" }
  | { readonly is: "plain"; readonly text: string }
  /** A name matches if it matches one of the alternatives. */
  | { readonly is: "wild"; readonly alternatives: readonly (readonly Token[])[] };

type Token =
  | { readonly is: "star" }
  | { readonly is: "any" }
  | { readonly is: "char"; readonly code: number }
  | { readonly is: "class"; readonly of: CharClass };

export const anyName: Segment = { is: "wild", alternatives: [[{ is: "any" }, { is: "star" }]] };

export function segmentOf(text: string): Segment {
  if (text === "**") return { is: "any depth" };
  if (!/[*?[\\]/.test(text)) return { is: "plain", text };
  const tokens = tokensOf(text, false);
  // Folders can be named `[id]`, so brackets are also read literally.
  return { is: "wild", alternatives: text.includes("[") ? [tokens, tokensOf(text, true)] : [tokens] };
}

/** Characters that occur only in a class. */
const onlyInClass = /[-*+?.^${}(|)[\]\\!]/;

/** @param hasPlainBrackets whether brackets around plain characters are literal */
function tokensOf(text: string, hasPlainBrackets: boolean): readonly Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    const end = char === "[" ? classEnd(text, at) : undefined;
    if (char === "*") {
      if (tokens.at(-1)?.is !== "star") tokens.push({ is: "star" });
    } else if (char === "?") {
      tokens.push({ is: "any" });
    } else if (end !== undefined && !(hasPlainBrackets && !onlyInClass.test(text.slice(at + 1, end)))) {
      tokens.push({ is: "class", of: classOf(text, at, end) });
      at = end;
    } else {
      if (char === "\\" && at + 1 < text.length) at++;
      tokens.push({ is: "char", code: text.charCodeAt(at) });
    }
  }
  // A name is never empty.
  return tokens.length === 1 && tokens[0]?.is === "star" ? [{ is: "any" }, ...tokens] : tokens;
}

/** Whether the name matches; also false once the work limit is reached. */
export function fits(segment: Segment, name: string, work: MatchBudget): boolean {
  work.left--;
  switch (segment.is) {
    case "any depth":
      return true;
    case "plain":
      return segment.text === name;
    case "wild":
      return segment.alternatives.some((tokens) => fitsTokens(tokens, name, work));
  }
}

function fitsTokens(tokens: readonly Token[], name: string, work: MatchBudget): boolean {
  let at = 0;
  let next = 0;
  let afterStar = -1;
  let restart = 0;
  while (at < name.length) {
    if (--work.left < 0) return false;
    const token = tokens[next];
    if (token?.is === "star") {
      next++;
      afterStar = next;
      restart = at;
    } else if (token !== undefined && matches(token, name.charCodeAt(at), work)) {
      at++;
      next++;
    } else {
      if (afterStar < 0) return false;
      at = ++restart;
      next = afterStar;
    }
  }
  while (tokens[next]?.is === "star") next++;
  return next === tokens.length;
}

function matches(token: Exclude<Token, { is: "star" }>, code: number, work: MatchBudget): boolean {
  switch (token.is) {
    case "any":
      return true;
    case "char":
      return token.code === code;
    case "class":
      work.left -= token.of.ranges.length;
      return isIn(token.of, code);
  }
}
