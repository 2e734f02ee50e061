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
  | { readonly type: "any depth" }
  | { readonly type: "plain"; readonly text: string }
  /** A name matches if it matches one of the alternatives. */
  | { readonly type: "wild"; readonly alternatives: readonly (readonly Token[])[] };

type Token =
  | { readonly type: "star" }
  | { readonly type: "any" }
  | { readonly type: "char"; readonly code: number }
  | { readonly type: "class"; readonly of: CharClass };

export const anyName: Segment = { type: "wild", alternatives: [[{ type: "any" }, { type: "star" }]] };

export function segmentOf(text: string): Segment {
  if (text === "**") return { type: "any depth" };
  if (!/[*?[\\]/.test(text)) return { type: "plain", text };
  const tokens = tokensOf(text, false);
  // Folders can be named `[id]`, so brackets are also read literally.
  return { type: "wild", alternatives: text.includes("[") ? [tokens, tokensOf(text, true)] : [tokens] };
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
      if (tokens.at(-1)?.type !== "star") tokens.push({ type: "star" });
    } else if (char === "?") {
      tokens.push({ type: "any" });
    } else if (end !== undefined && !(hasPlainBrackets && !onlyInClass.test(text.slice(at + 1, end)))) {
      tokens.push({ type: "class", of: classOf(text, at, end) });
      at = end;
    } else {
      if (char === "\\" && at + 1 < text.length) at++;
      tokens.push({ type: "char", code: text.charCodeAt(at) });
    }
  }
  // A name is never empty.
  return tokens.length === 1 && tokens[0]?.type === "star" ? [{ type: "any" }, ...tokens] : tokens;
}

/** Whether the name matches; also false once the work limit is reached. */
export function fits(segment: Segment, name: string, work: MatchBudget): boolean {
  work.left--;
  switch (segment.type) {
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
    if (token?.type === "star") {
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
  while (tokens[next]?.type === "star") next++;
  return next === tokens.length;
}

function matches(token: Exclude<Token, { type: "star" }>, code: number, work: MatchBudget): boolean {
  switch (token.type) {
    case "any":
      return true;
    case "char":
      return token.code === code;
    case "class":
      work.left -= token.of.ranges.length;
      return isIn(token.of, code);
  }
}
