/**
 * Reads the terms of a reStructuredText glossary, each with its own few lines. Left as one long section, a
 * term would be buried among fifty others.
 */

export interface GlossaryTerm {
  readonly text: string;
  /** Counts from 1. */
  readonly line: number;
}

const directive = /^\s*\.\. glossary::/;
const option = /^\s*:/;

const indentOf = (line: string): number => line.length - line.trimStart().length;

/** Every term of every glossary directive, in order: the least indented lines inside it. */
export function glossaryTerms(lines: readonly string[]): readonly GlossaryTerm[] {
  const terms: GlossaryTerm[] = [];
  let outside: number | undefined;
  let termIndent: number | undefined;
  for (const [at, line] of lines.entries()) {
    if (line.trim() === "") continue;
    const indent = indentOf(line);
    if (directive.test(line)) {
      outside = indent;
      termIndent = undefined;
    } else if (outside !== undefined && indent <= outside) outside = undefined;
    else if (outside !== undefined && !option.test(line)) {
      termIndent ??= indent;
      if (indent === termIndent) terms.push({ text: line.trim(), line: at + 1 });
    }
  }
  return terms;
}
