/**
 * Fits a notice into the budget of visible characters for comments that notify, as they are read in mail
 * programs. How much of decisions, reasons and titles fits is found by rendering, since escapes and names
 * take room, too.
 */
import { visibleLength } from "../../protocol/render/visible-length.ts";
import type { NoticeSize } from "../../protocol/text/lines.ts";

const budget = 300;

/** From the largest on. The last one lists nothing. */
const sizes: readonly NoticeSize[] = [
  { words: 300, titles: 60, lines: 5, people: 100 },
  { words: 160, titles: 60, lines: 5, people: 80 },
  { words: 110, titles: 60, lines: 5, people: 80 },
  { words: 80, titles: 50, lines: 4, people: 60 },
  { words: 60, titles: 40, lines: 3, people: 60 },
  { words: 40, titles: 30, lines: 2, people: 60 },
  { words: 24, titles: 24, lines: 1, people: 50 },
  { words: 24, titles: 24, lines: 0, people: 40 },
];

/** @param render the notice, with no more than a size says */
export function fittingNotice(render: (size: NoticeSize) => string): string {
  let text = "";
  for (const size of sizes) {
    text = render(size);
    if (visibleLength(text) <= budget) return text;
  }
  return text;
}
