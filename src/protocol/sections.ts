/**
 * The one reader of issue bodies: splits a body into its `### Label` sections in a single pass. A newcomer would let
 * a heading inside a fence, a comment or a quote count, or let the last of two equal sections win; both let a
 * pasted text overwrite what its author filled in.
 */
import { type Blocks, blocksOf, type Line } from "./block.ts";
import { hasInvisible, labelKey, utf8Length } from "./characters.ts";
import { readableText } from "./readable.ts";

/** GitHub stores no longer body. In bytes of UTF-8. */
export const maxBodyBytes = 262_144;
export const maxSections = 2_000;

/** One `### Label` with what stands below it. */
export interface ScannedSection {
  readonly label: string;
  /** What equal spellings of the label share. */
  readonly key: string;
  /** As people see it: without HTML comments, trimmed. Empty where GitHub wrote `_No response_`. */
  readonly value: string;
  /** Of the heading, from 1. */
  readonly line: number;
}

/** What keeps a body, or a part of it, from being read. */
export type ScanProblem =
  | { readonly type: "too-large"; readonly message: string }
  | { readonly type: "too-many-sections"; readonly message: string }
  | { readonly type: "duplicate"; readonly key: string; readonly label: string; readonly message: string }
  | { readonly type: "second-envelope"; readonly message: string }
  /** `keys` of the headings that are hidden by what `line` opens. */
  | {
      readonly type: "swallowed";
      readonly keys: readonly string[];
      readonly line: number;
      readonly message: string;
    };

export interface ScannedBody {
  readonly sections: readonly ScannedSection[];
  /** What stands before the first section. */
  readonly preamble: string;
  /** The content of the `signalbox` fence at the end. */
  readonly envelopeText?: string;
  /** Of the fence's first line, from 1. */
  readonly envelopeLine?: number;
  /** Lines with characters that nobody sees, at most 20. The values keep them. */
  readonly invisibleLines: readonly number[];
  readonly problems: readonly ScanProblem[];
}

const headingOf = /^ {0,3}###[ \t]+(.*)$/s;
const maxLabel = 200;

/** Reads any body, `null` too. Never throws; takes time in proportion to the body's length. */
export function scanBody(body: string | null): ScannedBody {
  const text = (body ?? "").replace(/^\ufeff/, "");
  if (text.length > maxBodyBytes || utf8Length(text) > maxBodyBytes)
    return refused({
      type: "too-large",
      message: `The body is larger than ${maxBodyBytes} bytes, so nothing of it was read.`,
    });
  const blocks = blocksOf(text);
  const envelope = envelopeIn(blocks.lines);
  const parts = split(blocks.lines.slice(0, envelope.from));
  if (parts.length - 1 > maxSections)
    return refused({
      type: "too-many-sections",
      message: `The body has more than ${maxSections} sections, so nothing of it was read.`,
    });
  const [preamble, ...rest] = parts;
  const sections = rest.map(toSection);
  return {
    sections,
    preamble: preamble === undefined ? "" : readableText(preamble.lines),
    ...(envelope.text === undefined ? {} : { envelopeText: envelope.text, envelopeLine: envelope.from + 1 }),
    invisibleLines: hasInvisible(text.replaceAll("\r", "")) ? invisibleLines(blocks.lines) : [],
    problems: [...duplicates(sections), ...envelope.problems, ...swallowed(blocks)],
  };
}

/** The label of a `### Label` line. */
export function headingLabel(line: string): string | undefined {
  const label = headingOf
    .exec(line)?.[1]
    ?.trim()
    .replace(/(?:^|[ \t])#{1,32}$/, "");
  return label === undefined || label === "" ? undefined : label.slice(0, maxLabel).trim();
}

/** Whether a line is the first of a `signalbox` fence. */
export function opensEnvelope(line: Line): boolean {
  return /^signalbox(?:\s|$)/.test(line.opens ?? "");
}

function refused(problem: ScanProblem): ScannedBody {
  return { sections: [], preamble: "", invisibleLines: [], problems: [problem] };
}

interface Part {
  readonly label: string;
  readonly line: number;
  readonly lines: Line[];
}

function split(lines: readonly Line[]): readonly Part[] {
  let part: Part = { label: "", line: 1, lines: [] };
  const parts = [part];
  for (const line of lines) {
    const label = line.place === "prose" || line.place === "markup" ? headingLabel(line.text) : undefined;
    if (label === undefined) part.lines.push(line);
    else {
      part = { label, line: line.number, lines: [] };
      parts.push(part);
    }
  }
  return parts;
}

function toSection({ label, line, lines }: Part): ScannedSection {
  return { label, key: labelKey(label), value: readableText(lines), line };
}

interface FoundEnvelope {
  /** How many lines stand before it; all of them if there is none. */
  readonly from: number;
  readonly text?: string;
  readonly problems: readonly ScanProblem[];
}

/** Only a `signalbox` fence that ends the body is the envelope: one in the middle is somebody's text. */
function envelopeIn(lines: readonly Line[]): FoundEnvelope {
  const start = lines.findLastIndex(opensEnvelope);
  if (start < 0) return { from: lines.length, problems: [] };
  const close = lines.findIndex((line, index) => index > start && line.closes === true);
  const end = close < 0 ? lines.length : close;
  if (lines.slice(end + 1).some((line) => line.text.trim() !== ""))
    return { from: lines.length, problems: [] };
  const text = lines
    .slice(start + 1, end)
    .map((line) => line.text)
    .join("\n");
  const first = lines.findIndex(opensEnvelope);
  const problems: ScanProblem[] =
    first === start
      ? []
      : [
          {
            type: "second-envelope",
            message: `The body has two \`signalbox\` blocks, on lines ${lines[first]?.number} and ${lines[start]?.number}.`,
          },
        ];
  return { from: start, text, problems };
}

function duplicates(sections: readonly ScannedSection[]): readonly ScanProblem[] {
  const first = new Map<string, ScannedSection>();
  const problems: ScanProblem[] = [];
  for (const section of sections) {
    const { key, label, line } = section;
    const earlier = first.get(key);
    if (earlier === undefined) first.set(key, section);
    else
      problems.push({
        type: "duplicate",
        key,
        label,
        message: `The section appears twice, on lines ${earlier.line} and ${line}. Neither was taken.`,
      });
  }
  return problems;
}

/** Headings that an unclosed fence, comment or element hides; one that hides none is left in peace. */
function swallowed({ lines, unclosed }: Blocks): readonly ScanProblem[] {
  if (unclosed === undefined) return [];
  const labels = lines
    .slice(unclosed.line)
    .flatMap((line) => headingLabel(line.text) ?? [])
    .slice(0, maxSections);
  if (labels.length === 0) return [];
  const { what, written, line } = unclosed;
  const named = what === "HTML element" ? `${what} \`${written}\`` : what;
  const message = `The ${named} opened on line ${line} is never closed, so the sections after it cannot be read.`;
  return [{ type: "swallowed", keys: labels.map(labelKey), line, message }];
}

function invisibleLines(lines: readonly Line[]): readonly number[] {
  return lines
    .filter((line) => hasInvisible(line.text))
    .slice(0, 20)
    .map((line) => line.number);
}
