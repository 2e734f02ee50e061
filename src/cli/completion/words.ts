/** The words that fit at the cursor, one a line, each with a tab and its description. */
import type { Command } from "commander";
import { oneLine } from "../../operations/output/terminal-text.ts";
import { withBoard } from "../local-index/board.ts";
import { hasIndex } from "../local-index/index-here.ts";
import { repositoryHere } from "../local-index/repository-here.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { atCursor, type Candidate, type Fitting } from "./at-cursor.ts";
import { isKnown, knownValues, repositoryIn } from "./known-values.ts";

/**
 * @param typed all words after the program's name
 * @param at the word at the cursor, counted from 1
 */
export async function wordsAt(
  terminal: Terminal,
  root: Command,
  typed: readonly string[],
  at: number,
): Promise<string> {
  const plain = typed.map(unquoted);
  const word = plain[at - 1] ?? "";
  const before = plain.slice(0, at - 1);
  // bash breaks `--track=api` into three words; the cursor may be on the second.
  const isBroken = word === "=";
  const { fitting, prefix } = atCursor(root, { before, current: isBroken ? "" : word });
  const current = isBroken ? "" : word.slice(prefix.length);
  const words = fitting.type === "words" ? fitting.words : await valuesIn(terminal, before, fitting);
  return words
    .filter(({ value }) => value.startsWith(current))
    .map((each) => `${lineOf({ ...each, value: `${prefix}${each.value}` })}\n`)
    .join("");
}

/** Shells pass words as they were typed. */
function unquoted(word: string): string {
  return word.replace(/\\(.)/gs, "$1");
}

function lineOf({ value, description }: Candidate): string {
  return `${value}\t${oneLine(description, 100)}`;
}

async function valuesIn(
  terminal: Terminal,
  before: readonly string[],
  wanted: Extract<Fitting, { readonly type: "value" }>,
): Promise<readonly Candidate[]> {
  const named = before.find((_, at) => before[at - 1] === "--home");
  if (!isKnown(wanted) || !hasIndex(terminal, named)) return [];
  const repository = repositoryIn(before) ?? repositoryHere(terminal);
  const found = await withBoard(terminal, named, (board) => knownValues({ board, repository }, wanted));
  // A value that a terminal would obey is left out: cleaned, it would be another one.
  return found.filter(({ value }) => value !== "" && oneLine(value) === value);
}
