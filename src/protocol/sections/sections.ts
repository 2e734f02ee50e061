/**
 * Splits an issue body into its `### Label` sections in a single pass; there is no other reader of bodies. A
 * heading inside a fence, a comment or a quote never counts, and of two equal sections the last must not win:
 * either would let pasted text overwrite what the author filled in.
 */

import { hasInvisible, hasMoreLines, labelKey, utf8Length } from "../characters.ts";
import { envelopeIn } from "../envelope/envelope-block.ts";
import { blocksOf } from "../markdown/block.ts";
import type { Line } from "../markdown/line.ts";
import { readableText } from "../markdown/readable.ts";
import { headingLabel } from "./heading.ts";
import { duplicates, type ScanProblem, swallowed } from "./scan-problem.ts";
import { type UnreadSection, unreadSections } from "./unread-sections.ts";

/** GitHub's limit on the size of a body, in bytes of UTF-8. */
export const maxBodyBytes = 262_144;
export const maxSections = 2_000;
/** Many times what people write or programs log. Classifying each line takes time. */
export const maxLines = 20_000;

/** One `### Label` with the text below it. */
export interface ScannedSection {
  readonly label: string;
  /** Equal for all spellings of the label. */
  readonly key: string;
  /** The text as the page shows it: without HTML comments, trimmed. Empty if GitHub wrote `_No response_`. */
  readonly value: string;
  /** 1-based line of the heading. */
  readonly line: number;
}

export interface ScannedBody {
  readonly sections: readonly ScannedSection[];
  /** The text before the first section. */
  readonly preamble: string;
  /** The content of the `signalbox` fence at the end. */
  readonly envelopeText?: string;
  /** 1-based line on which the fence opens. */
  readonly envelopeLine?: number;
  /** Lines with invisible characters, at most 20. The values keep these characters. */
  readonly invisibleLines: readonly number[];
  readonly problems: readonly ScanProblem[];
  /** Headings in code, HTML, quotes, lists and footnotes. */
  readonly unread: readonly UnreadSection[];
}

/** Reads any body, including `null`. Never throws; takes time linear in the body's length. */
export function scanBody(body: string | null): ScannedBody {
  const text = (body ?? "").replace(/^\ufeff/, "");
  if (text.length > maxBodyBytes || utf8Length(text) > maxBodyBytes)
    return refused({
      type: "too-large",
      message: `The body is larger than ${maxBodyBytes} bytes, so none of it was read.`,
    });
  if (hasMoreLines(text, maxLines))
    return refused({
      type: "too-many-lines",
      message: `The body has more than ${maxLines} lines, so none of it was read.`,
    });
  const blocks = blocksOf(text);
  const envelope = envelopeIn(blocks.lines);
  const parts = split(blocks.lines.slice(0, envelope.from));
  if (parts.length - 1 > maxSections)
    return refused({
      type: "too-many-sections",
      message: `The body has more than ${maxSections} sections, so none of it was read.`,
    });
  const [preamble, ...rest] = parts;
  const sections = rest.map(toSection);
  return {
    sections,
    preamble: preamble === undefined ? "" : readableText(preamble.lines),
    ...(envelope.text === undefined ? {} : { envelopeText: envelope.text, envelopeLine: envelope.from + 1 }),
    invisibleLines: hasInvisible(text.replaceAll("\r", "")) ? invisibleLines(blocks.lines) : [],
    problems: [...duplicates(sections), ...envelope.problems, ...swallowed(blocks)],
    unread: unreadSections(blocks.lines),
  };
}

function refused(problem: ScanProblem): ScannedBody {
  return { sections: [], preamble: "", invisibleLines: [], problems: [problem], unread: [] };
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
    const label = line.isHeading === true ? headingLabel(line.shown) : undefined;
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

function invisibleLines(lines: readonly Line[]): readonly number[] {
  return lines
    .filter((line) => hasInvisible(line.text))
    .slice(0, 20)
    .map((line) => line.number);
}
