/**
 * A body with what it lacks added, ready to paste. A newcomer would write the missing values; the gaps are marked by
 * comments, which nobody sees and which count as empty until somebody fills them in.
 */
import { blocksOf } from "./block.ts";
import { labelKey } from "./characters.ts";
import { sectionKeys } from "./infer.ts";
import type { AnySection } from "./kind.ts";
import { kinds } from "./kinds.ts";
import type { MessageInput, Reading } from "./message.ts";
import { headingLabel, scanBody } from "./sections.ts";

/** The whole body: an open fence or comment closed, empty and missing required sections marked. */
export function mendedBody(input: MessageInput, reading: Reading): string {
  const body = (input.body ?? "").replace(/\r\n?/g, "\n");
  if (reading.kind === undefined) return body;
  const { sections } = kinds[reading.kind];
  const closed = withFenceClosed(body, new Set(sections.flatMap(sectionKeys)));
  return sections.reduce(
    (mended, section) => (section.required ? withSection(mended, section) : mended),
    closed,
  );
}

/** Ends what is left open before the first section that it hides. */
function withFenceClosed(body: string, known: ReadonlySet<string>): string {
  const { lines, unclosed } = blocksOf(body);
  if (unclosed === undefined) return body;
  const hidden = lines.findIndex(
    (line) => line.number > unclosed.line && known.has(labelKey(headingLabel(line.text) ?? "")),
  );
  if (hidden < 0) return body;
  const texts = lines.map((line) => line.text);
  return [...texts.slice(0, hidden), closing(unclosed.written), "", ...texts.slice(hidden)].join("\n");
}

function closing(written: string): string {
  if (written === "<!--") return "-->";
  return written.startsWith("<") ? `</${written.slice(1)}` : written;
}

function withSection(body: string, section: AnySection): string {
  const { sections, envelopeLine } = scanBody(body);
  const keys = sectionKeys(section);
  const found = sections.find(({ key }) => keys.includes(key));
  if (found !== undefined && found.value !== "") return body;
  const gap = `<!-- ${section.hint} -->`;
  const lines = body.split("\n");
  if (found !== undefined) {
    const after = lines
      .slice(found.line)
      .join("\n")
      .replace(/^\s*_No response_[ \t]*(?=\n|$)/, "");
    return after.includes(gap) ? body : [...lines.slice(0, found.line), "", gap, after].join("\n");
  }
  const end = (envelopeLine ?? lines.length + 1) - 1;
  const before = lines.slice(0, end).join("\n").trimEnd();
  const envelope = lines.slice(end).join("\n");
  const heading = `${before === "" ? "" : `${before}\n\n`}### ${section.label}\n\n${gap}\n`;
  return envelope === "" ? heading : `${heading}\n${envelope}`;
}
