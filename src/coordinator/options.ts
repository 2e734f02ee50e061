/**
 * The choices that an escalation puts before a person: the asker's own where there are any, else what the store's
 * best pages say. A newcomer would invent options; nothing here says what nobody wrote.
 */
import type { Quote } from "./quote.ts";

const maxOptions = 5;
const maxOptionCharacters = 300;
const bullet = /^\s{0,3}(?:[-*+]|\d{1,2}[.)])\s+(\S.*)$/;

/** The asker's options, one a line or bullet. */
export function writtenOptions(text: string | undefined): readonly string[] {
  const lines = (text ?? "").slice(0, 10_000).split("\n");
  const bullets = lines.flatMap((line) => bullet.exec(line)?.[1] ?? []);
  const chosen = bullets.length > 0 ? bullets : lines.filter((line) => line.trim() !== "");
  return [...new Set(chosen.map((line) => line.trim().slice(0, maxOptionCharacters)))].slice(0, maxOptions);
}

/** At least two options: the asker's, then to follow what was found, then to decide otherwise. */
export function optionsFor(text: string | undefined, context: readonly Quote[]): readonly string[] {
  const written = writtenOptions(text);
  if (written.length >= 2) return written;
  const found = context.map(({ path, firstLine }) => `Follow \`${path}\` (line ${firstLine})`);
  return [...new Set([...written, ...found, "Decide otherwise, in your own words"])]
    .slice(0, maxOptions)
    .concat(written.length + found.length === 0 ? ["Leave it open and say what is missing"] : []);
}
