/** Separates a comment's own lines from a mail that it replies to. */
import { blocksOf } from "../markdown/block.ts";
import type { Line } from "../markdown/line.ts";

const repliedMail = /^(?:-{2,}\s*original message\s*-{2,}|_{20,})\s*$/i;
const replyIntroduction =
  /^(?:on\s.{1,300}\swrote|am\s.{1,300}\sschrieb.{0,100}|le\s.{1,300}\sa écrit\s?):\s*$/i;

/** The lines before the point where a mail program inserted the message being replied to. */
export function ownLines(text: string): readonly Line[] {
  const { lines } = blocksOf(text);
  return lines.slice(0, ownEnd(lines));
}

/** How many lines of a comment are its own. */
export function ownEnd(lines: readonly Line[]): number {
  const end = lines.findIndex(
    (line, index) => line.place === "prose" && beginsReply(line.text, lines[index + 1]),
  );
  return end < 0 ? lines.length : end;
}

/**
 * An introduction followed by a quote marked with `>` needs no cut: quotes are not prose, and people reply
 * below them.
 */
function beginsReply(text: string, next: Line | undefined): boolean {
  return repliedMail.test(text) || (replyIntroduction.test(text) && next?.place !== "quote");
}
