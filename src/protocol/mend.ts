/**
 * A body with what it lacks added, ready to paste. A newcomer would write the missing values; the gaps are marked by
 * comments, which nobody sees and which count as empty until somebody fills them in.
 */
import { blocksOf } from "./block.ts";
import { labelKey } from "./characters.ts";
import { headingLabel } from "./heading.ts";
import { sectionKeys } from "./infer.ts";
import type { SectionHead } from "./kind.ts";
import { kinds } from "./kinds.ts";
import type { MessageInput, Reading } from "./message.ts";
import { noResponse } from "./readable.ts";
import { type ScannedBody, scanBody } from "./sections.ts";

/** The whole body: an open fence or comment closed, empty and missing required sections marked. */
export function mendedBody(input: MessageInput, reading: Reading): string {
  const body = (input.body ?? "").replace(/\r\n?/g, "\n");
  if (reading.kind === undefined) return body;
  const { sections } = kinds[reading.kind];
  const scanned = scanBody(body);
  if (!scanned.problems.some(({ type }) => type === "swallowed")) return withGaps(body, scanned, sections);
  const closed = withFenceClosed(body, new Set(sections.flatMap(sectionKeys)));
  return withGaps(closed, scanBody(closed), sections);
}

/** Ends what is left open before the first section that it hides. */
function withFenceClosed(body: string, known: ReadonlySet<string>): string {
  const { lines, unclosed } = blocksOf(body);
  const from = unclosed?.line ?? lines.length;
  const hides = (text: string): boolean => known.has(labelKey(headingLabel(text) ?? ""));
  const hidden = lines.findIndex((line) => line.number > from && hides(line.text));
  if (unclosed === undefined || hidden < 0) return body;
  const texts = lines.map((line) => line.text);
  return [...texts.slice(0, hidden), closing(unclosed.written), "", ...texts.slice(hidden)].join("\n");
}

function closing(written: string): string {
  if (written === "<!--") return "-->";
  return written.startsWith("<") ? `</${written.slice(1)}` : written;
}

/** Marks each required section that is empty, and adds each that is missing before the envelope. */
function withGaps(body: string, scanned: ScannedBody, known: readonly SectionHead[]): string {
  const lines = body.split("\n");
  const end = (scanned.envelopeLine ?? lines.length + 1) - 1;
  const empty = new Map<number, SectionHead>();
  const added: string[] = [];
  for (const section of known.filter(({ required }) => required)) {
    const keys = sectionKeys(section);
    const found = scanned.sections.find(({ key }) => keys.includes(key));
    if (found === undefined) added.push(`### ${section.label}`, "", gap(section), "");
    else if (found.value === "") empty.set(found.line, section);
  }
  const envelope = lines.slice(end);
  const before = marked(lines.slice(0, end), empty).join("\n").trimEnd();
  return [...(before === "" ? [] : [before, ""]), ...added, ...envelope].join("\n");
}

/** @param empty sections by the line of their heading */
function marked(lines: readonly string[], empty: ReadonlyMap<number, SectionHead>): readonly string[] {
  const out: string[] = [];
  let inGap = false;
  lines.forEach((line, index) => {
    const isFiller = line.trim() === "" || line.trim() === noResponse || line.trim() === out.at(-2);
    if (inGap && isFiller) return;
    inGap = false;
    out.push(line);
    const section = empty.get(index + 1);
    if (section === undefined) return;
    out.push("", gap(section), "");
    inGap = true;
  });
  return out;
}

function gap(section: SectionHead): string {
  return `<!-- ${section.hint} -->`;
}
