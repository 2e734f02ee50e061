/** Numbered options of any length. Decisions refer to them by number, so the numbers must count up from 1. */
import type { Section } from "../kinds/kind.ts";
import { listLines, parsed, refused, type SectionHeading, section } from "../sections/section-types.ts";

const numbered = /^(\d{1,3})[.)](?:[ \t](.*))?$/s;
const maxOptions = 20;

/** The content of a section without options. */
const noneNamed = "None were named.";

/**
 * `1. …`, `2. …`; lines below a number belong to it. Empty if the section says that no options were named.
 */
export function options(heading: SectionHeading): Section<readonly string[]> {
  return section<readonly string[]>(
    heading,
    { type: "textarea" },
    (found) => {
      if (found.trim() === noneNamed) return parsed([]);
      const read = split(found);
      const empty = read.indexOf("");
      if (read.length > 0 && read.length <= maxOptions && empty < 0) return parsed(read);
      const message =
        empty < 0
          ? `${heading.label} has ${read.length} numbered options.`
          : `${heading.label}: option ${empty + 1} is empty.`;
      return refused({
        section: heading.label,
        message,
        fix: `Number them from 1, at most ${maxOptions}, each at the start of a line: \`1. Use SQLite.\``,
      });
    },
    (all) =>
      all.length === 0
        ? noneNamed
        : all.map((text, index) => `${index + 1}. ${text.replaceAll("\n", "\n   ")}`).join("\n"),
  );
}

function split(found: string): readonly string[] {
  const all: string[][] = [];
  for (const { line, isWritten } of listLines(found)) {
    const [, number, rest = ""] = (isWritten && numbered.exec(line)) || [];
    if (Number(number) === all.length + 1) all.push([rest.trimStart()]);
    else all.at(-1)?.push(line.replace(/^ {1,3}/, ""));
  }
  return all.map((lines) => lines.join("\n").trim());
}
