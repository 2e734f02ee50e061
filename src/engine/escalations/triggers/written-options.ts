/**
 * Reads the possible answers that an asker wrote, one per line or bullet. Only options that were written are
 * offered.
 */

import { labelKey } from "../../../protocol/characters.ts";
import { blocksOf } from "../../../protocol/markdown/block.ts";
import { emptyListWords } from "../../../protocol/sections/section-types.ts";

const maxOptions = 10;
const maxCharacters = 500;
const maxRead = 20_000;
const bullet = /^ {0,3}(?:[-*+]|\d{1,2}[.)]|[A-Za-z][.)])[ \t]+(\S.*)$/;

export function writtenOptions(text: string | undefined): readonly string[] {
  const lines = blocksOf((text ?? "").slice(0, maxRead)).lines.flatMap((line) =>
    line.place === "prose" && line.shown.trim() !== "" ? line.shown : [],
  );
  const bullets = lines.flatMap((line) => bullet.exec(line)?.[1] ?? []);
  const chosen = (bullets.length > 0 ? bullets : lines).filter((line) => !emptyListWords.has(labelKey(line)));
  return [...new Set(chosen.map((line) => line.trim().slice(0, maxCharacters).toWellFormed()))].slice(
    0,
    maxOptions,
  );
}
