/**
 * Globs that name files of a repository: `*` and `?` within a name, `**` for any number of names, `{a,b}`; all
 * other characters are literal, so that `app/[id]/page.tsx` is one file. A glob that ends in a literal name means
 * the file and the folder.
 *
 * Globs are compiled to automata, because these can be intersected: `haveCommonPath` is exact.
 */

import type { Automaton } from "./automaton.ts";
import { alternativesOf } from "./braces.ts";
import { compile, type GlobToken } from "./compile.ts";
import { foldName } from "./fold-name.ts";

export interface FileGlob {
  /** As it was written, without blank space around it. */
  readonly text: string;
  readonly automaton: Automaton;
  /** What every path that it matches begins with, folded: most pairs of globs already differ there. */
  readonly prefix: string;
}

export type FileGlobFault = "empty" | "too long" | "too many alternatives" | "relative" | "control character";

export const maxGlobLength = 200;
export const maxGlobAlternatives = 32;

/** A glob, or why it cannot be one. */
export function parseFileGlob(written: string): FileGlob | FileGlobFault {
  const text = written.trim();
  if (text.length > maxGlobLength) return "too long";
  if (/\p{Cc}/u.test(text)) return "control character";
  const alternatives = alternativesOf(foldName(text), maxGlobAlternatives, { isLiteral: true });
  if (alternatives === undefined) return "too many alternatives";
  const names = alternatives.map(namesOf);
  if (names.some(({ length }) => length === 0)) return "empty";
  if (names.flat().some((name) => name === "." || name === "..")) return "relative";
  const tokens = names.map(tokensOf);
  return { text, automaton: compile(tokens), prefix: sharedPrefix(tokens) };
}

/** A leading `./` or `/` means the repository's root, and a final slash what is in the folder. */
function namesOf(alternative: string): readonly string[] {
  const names = alternative
    .replace(/^(?:\.?\/)+/, "")
    .replace(/\/$/, "/**")
    // `**.md` alone is often written for `**/*.md`.
    .replace(/^\*\*(?=(?:\.[^./*?]+)+$)/, "**/*")
    .split("/")
    .filter((name) => name !== "");
  return names.filter((name, at) => name !== "**" || names[at - 1] !== "**");
}

function tokensOf(names: readonly string[]): readonly GlobToken[] {
  const tokens: GlobToken[] = [];
  for (const [at, name] of names.entries()) {
    const isLast = at === names.length - 1;
    if (name === "**") {
      // After a name it is that name and everything below it.
      tokens.push(isLast ? (at === 0 ? "everything" : "below") : "any folders");
      continue;
    }
    for (const char of name) if (char !== "*" || tokens.at(-1) !== "star") tokens.push(tokenOf(char));
    if (!isLast && !(names[at + 1] === "**" && at + 2 === names.length)) tokens.push(slash);
    else if (isLast && !/[*?]/.test(name)) tokens.push("below");
  }
  return tokens;
}

const slash = 0x2f;

function tokenOf(char: string): GlobToken {
  return char === "*" ? "star" : char === "?" ? "any" : (char.codePointAt(0) ?? 0);
}

function sharedPrefix(all: readonly (readonly GlobToken[])[]): string {
  const [first = []] = all;
  const codes: number[] = [];
  for (const [at, token] of first.entries()) {
    if (typeof token !== "number" || all.some((tokens) => tokens[at] !== token)) break;
    codes.push(token);
  }
  return String.fromCodePoint(...codes);
}
