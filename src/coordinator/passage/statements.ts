/** Splits a passage into sentences, with the lines of each. */
import type { Statement } from "./passage.ts";

/** The end of a sentence, followed by something that can begin one. */
const end = /[.!?;][)"'*_`]{0,3}(?=\s+["'(*_`[]{0,3}[\p{Lu}\p{N}`])/gu;
const maxStatements = 60;

/** Returns at least one. In a passage of more than `maxStatements`, the last one holds the rest. */
export function statementsOf(lines: readonly string[], isCode: boolean): readonly Statement[] {
  const text = lines.join("\n");
  if (isCode) return [{ text, from: 0, to: lines.length - 1 }];
  const ends = [...text.matchAll(end)]
    .slice(0, maxStatements - 1)
    .map((match) => match.index + match[0].length);
  const statements: Statement[] = [];
  let from = 0;
  let line = 0;
  for (const to of [...ends, text.length]) {
    const piece = text.slice(from, to);
    const first = line + breaksIn(/^\s*/.exec(piece)?.[0] ?? "");
    line += breaksIn(piece);
    if (piece.trim() !== "") statements.push({ text: piece.trim(), from: first, to: line });
    from = to;
  }
  return statements;
}

function breaksIn(text: string): number {
  return text.split("\n").length - 1;
}
