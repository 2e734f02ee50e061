/**
 * Maintains our section, between two markers, in a file that belongs to others. A second run replaces the
 * text between the markers and leaves every other byte alone.
 */
import { stampOf, withLf } from "./stamp.ts";

const begin = /^<!-- signalbox:begin ([0-9a-f]{16})[^\n]{0,200}-->\n/m;
const end = "<!-- signalbox:end -->";
const hint = "written by `signalbox init` and overwritten unless edited";

export type SectionState =
  | { readonly type: "absent" }
  /** Only one of the two markers is present, so the section's extent is unknown. */
  | { readonly type: "torn" }
  | { readonly type: "found"; readonly content: string; readonly isAsInstalled: boolean };

interface Found {
  readonly from: number;
  readonly to: number;
  readonly content: string;
  readonly stamp: string;
}

export function sectionIn(file: string): SectionState {
  const text = withLf(file);
  const found = locate(text);
  if (found !== undefined)
    return { type: "found", content: found.content, isAsInstalled: stampOf(found.content) === found.stamp };
  return /<!-- signalbox:(?:begin|end)\b/.test(text) ? { type: "torn" } : { type: "absent" };
}

/**
 * The file with `content` as its section, replacing the old one or appended. Keeps the file's line endings.
 */
export function withSection(file: string, content: string): string {
  const text = withLf(file);
  const body = `${content.trimEnd()}\n`;
  const section = `<!-- signalbox:begin ${stampOf(body)}: ${hint} -->\n${body}${end}\n`;
  const found = locate(text);
  const gap = text === "" || text.endsWith("\n\n") ? "" : text.endsWith("\n") ? "\n" : "\n\n";
  const result =
    found === undefined
      ? `${text}${gap}${section}`
      : `${text.slice(0, found.from)}${section}${text.slice(found.to)}`;
  return file.includes("\r\n") ? result.replaceAll("\n", "\r\n") : result;
}

/** The file without the section, and without the blank line that stood before it. Keeps the file's line endings. */
export function withoutSection(file: string): string {
  const text = withLf(file);
  const found = locate(text);
  if (found === undefined) return file;
  const before = text.slice(0, found.from);
  const after = text.slice(found.to);
  const result = after.trim() === "" ? `${before.trimEnd()}\n` : before + after.replace(/^\n/, "");
  return file.includes("\r\n") ? result.replaceAll("\n", "\r\n") : result;
}

function locate(text: string): Found | undefined {
  const opening = begin.exec(text);
  if (opening === null) return undefined;
  const contentAt = opening.index + opening[0].length;
  const closingAt = text.indexOf(`${end}`, contentAt);
  if (closingAt < 0) return undefined;
  const afterwards = closingAt + end.length;
  const to = text[afterwards] === "\n" ? afterwards + 1 : afterwards;
  return {
    from: opening.index,
    to,
    content: text.slice(contentAt, closingAt),
    stamp: opening[1] ?? "",
  };
}
