/**
 * Reduces lines to the words that the page shows, one paragraph at a time, because code, tags and links may
 * span lines.
 */
import type { Line } from "./block.ts";
import { inlineOf, type Span } from "./inline.ts";

/**
 * The lines with inline code, tags and the invisible parts of links blanked out. A line that may begin inside
 * one of these is blanked entirely.
 * @param isRead lines for which this is false are blanked
 */
export function proseOf(lines: readonly Line[], isRead: (line: Line) => boolean): readonly string[] {
  return overParagraphs(lines, (group) => {
    const text = group.map((line) => line.text).join("\n");
    const { spans, isInside } = inlineOf(text);
    const shown = cut(text, spans, (text) => text.replace(/[^\n]/g, " ")).split("\n");
    return group.map((line, index) =>
      isInside[index] === true || !isRead(line) ? "" : (shown[index] ?? ""),
    );
  });
}

/** The lines without what the page hides: comments, instructions and declarations, which may span lines. */
export function withoutHidden(lines: readonly Line[]): readonly string[] {
  return overParagraphs(lines, (group) => {
    const text = group.map((line) => line.text).join("\n");
    if (!text.includes("<") || group[0]?.place === "fence" || group[0]?.place === "code")
      return text.split("\n");
    const hidden = inlineOf(text).spans.filter(({ type }) => type === "hidden");
    return cut(text, hidden, (text) => text.replace(/[^\n]/g, "")).split("\n");
  });
}

/** Joins the lines of one paragraph; any other line is processed alone. */
function overParagraphs(
  lines: readonly Line[],
  read: (group: readonly Line[]) => readonly string[],
): readonly string[] {
  const out: string[] = [];
  for (let from = 0; from < lines.length; ) {
    const paragraph = lines[from]?.paragraph;
    let to = from + 1;
    while (paragraph !== undefined && lines[to]?.paragraph === paragraph) to++;
    out.push(...read(lines.slice(from, to)));
    from = to;
  }
  return out;
}

function cut(text: string, spans: readonly Span[], blank: (text: string) => string): string {
  let kept = "";
  let from = 0;
  for (const { start, end } of spans) {
    kept += text.slice(from, start) + blank(text.slice(start, end));
    from = end;
  }
  return kept + text.slice(from);
}
