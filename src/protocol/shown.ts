/** Lines as a reader of the page sees their words: paragraph by paragraph, since code, tags and links may span lines. */
import type { Line } from "./block.ts";
import { inlineOf, type Span } from "./markdown/inline.ts";

/**
 * The lines without inline code, tags and what links do not show, each blanked out; a line that may begin inside one of
 * these is blank as a whole.
 * @param isRead lines for which this is false are blank
 */
export function proseOf(lines: readonly Line[], isRead: (line: Line) => boolean): readonly string[] {
  return overParagraphs(lines, (group) => {
    const texts = group.map((line) => (isRead(line) ? line.text : ""));
    const { spans, isInside } = inlineOf(texts.join("\n"));
    const shown = cut(texts.join("\n"), spans, (text) => text.replace(/[^\n]/g, " ")).split("\n");
    return shown.map((text, index) => (isInside[index] === true ? "" : text));
  });
}

/** The lines without what nobody sees of them: comments, instructions and declarations, over several lines too. */
export function withoutHidden(lines: readonly Line[]): readonly string[] {
  return overParagraphs(lines, (group) => {
    const text = group.map((line) => line.text).join("\n");
    if (!text.includes("<") || group[0]?.place === "fence" || group[0]?.place === "code")
      return text.split("\n");
    const hidden = inlineOf(text).spans.filter(({ is }) => is === "hidden");
    return cut(text, hidden, (text) => text.replace(/[^\n]/g, "")).split("\n");
  });
}

/** Lines of one paragraph together, any other line by itself. */
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
