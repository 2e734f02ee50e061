/**
 * Repairs a body: adds what is missing and marks what is wrong, ready to paste. Values are never filled in:
 * HTML comments mark their places, which the page does not show and which count as empty until their author
 * replaces them.
 */

import { labelKey } from "../characters.ts";
import { sectionKeys } from "../kinds/infer.ts";
import type { Problem, SectionHead } from "../kinds/kind.ts";
import { kinds } from "../kinds/kinds.ts";
import { blocksOf } from "../markdown/block.ts";
import { noResponse } from "../markdown/readable.ts";
import type { MessageInput, MessageReading } from "../message.ts";
import { headingLabel } from "./heading.ts";
import { isUnread } from "./scan-problem.ts";
import { type ScannedBody, scanBody } from "./sections.ts";

/**
 * The whole body, with an open fence or comment closed, missing required sections added, and each section
 * with a problem marked. What only its author can close or remove stays, with the sections that it hides. A body that was not read at all, or that no mark would help, is returned unchanged.
 * @param problems those to mark; defaults to the reading's own
 */
export function repairBody(
  input: MessageInput,
  reading: MessageReading,
  problems = problemsIn(reading),
): string {
  const body = (input.body ?? "").replace(/\r\n?/g, "\n");
  if (reading.kind === undefined) return body;
  const { sections } = kinds[reading.kind];
  const scanned = scanBody(body);
  if (isUnread(scanned.problems)) return body;
  if (!scanned.problems.some(({ type }) => type === "swallowed"))
    return withGaps(body, scanned, sections, problems);
  const closed = withFenceClosed(body, new Set(sections.flatMap(sectionKeys)));
  return withGaps(closed, scanBody(closed), sections, problems);
}

function problemsIn(reading: MessageReading): readonly Problem[] {
  return reading.kind === undefined ? [] : reading.problems;
}

/** Closes what is left open before the first section that it hides. */
function withFenceClosed(body: string, known: ReadonlySet<string>): string {
  const { lines, broken } = blocksOf(body);
  const from = broken?.line ?? lines.length;
  const hides = (text: string): boolean => known.has(labelKey(headingLabel(text) ?? ""));
  const hidden = lines.findIndex((line) => line.number > from && hides(line.text));
  if (broken?.reason !== "unclosed" || hidden < 0) return body;
  const texts = lines.map((line) => line.text);
  return [...texts.slice(0, hidden), closing(broken.written), "", ...texts.slice(hidden)].join("\n");
}

function closing(written: string): string {
  const hidden = { "<!--": "-->", "<?": "?>", "<![CDATA[": "]]>" }[written];
  if (hidden !== undefined) return hidden;
  if (written.startsWith("<!")) return ">";
  return written.startsWith("<") ? `</${written.slice(1)}` : written;
}

/** Marks each section that is empty or wrong, and adds each missing one before the envelope. */
function withGaps(
  body: string,
  scanned: ScannedBody,
  known: readonly SectionHead[],
  problems: readonly Problem[],
): string {
  const lines = body.split("\n");
  const end = (scanned.envelopeLine ?? lines.length + 1) - 1;
  const hidden = new Set(
    scanned.problems.flatMap((problem) => (problem.type === "swallowed" ? problem.keys : [])),
  );
  const marks = new Map<number, Mark>();
  const added: string[] = [];
  for (const section of known) {
    const keys = sectionKeys(section);
    const found = scanned.sections.filter(({ key }) => keys.includes(key));
    const wrong = problems.filter((problem) => problem.section === section.label);
    const isHidden = keys.some((key) => hidden.has(key));
    if (found.length === 0 && section.required && !isHidden)
      added.push(`### ${section.label}`, "", gap(section), "");
    for (const { line, value } of found)
      if (value === "" && section.required) marks.set(line, { text: gap(section), isGap: true });
      else if (value !== "" && wrong.length > 0) marks.set(line, { text: remark(wrong), isGap: false });
  }
  const envelope = lines.slice(end);
  const before = marked(lines.slice(0, end), marks).join("\n").trimEnd();
  return [...(before === "" ? [] : [before, ""]), ...added, ...envelope].join("\n");
}

/** A comment below a heading, which replaces the value or precedes one that cannot be used as is. */
interface Mark {
  readonly text: string;
  readonly isGap: boolean;
}

/**
 * A new mark replaces a template's hint or an earlier mark.
 * @param marks by the line number of their heading
 */
function marked(lines: readonly string[], marks: ReadonlyMap<number, Mark>): readonly string[] {
  const out: string[] = [];
  let open: Mark | undefined;
  lines.forEach((line, index) => {
    const isFiller = line.trim() === "" || isComment(line.trim());
    if (open !== undefined && (isFiller || (open.isGap && line.trim() === noResponse))) return;
    open = marks.get(index + 1);
    out.push(line);
    if (open !== undefined) out.push("", open.text, "");
  });
  return out;
}

function isComment(line: string): boolean {
  return line.startsWith("<!--") && line.indexOf("-->") === line.length - 3;
}

function gap(section: SectionHead): string {
  return `<!-- ${section.hint} -->`;
}

/** Describes what is wrong with a value, next to the value, where its author will see it. */
function remark(problems: readonly Problem[]): string {
  const said = problems.map(({ message, fix }) => (fix === undefined ? message : `${message} ${fix}`));
  return `<!-- ${said
    .join(" ")
    .replace(/\s+/g, " ")
    .replace(/-{2,}>?|>/g, "-")} -->`;
}
