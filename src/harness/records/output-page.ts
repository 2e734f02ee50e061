/** What a program printed, as a page of Markdown: its last message, then the end of its output. */
import { stripVTControlCharacters } from "node:util";
import { visible } from "../../protocol/characters.ts";
import { fenceAround } from "../../protocol/render/fenced.ts";
import { redact } from "../../protocol/render/redact.ts";
import type { RunRecord } from "./run-record.ts";

/**
 * The output is cut once more after its secrets are removed, because its first characters may be the second half
 * of one. Private keys are the longest.
 */
const marginCharacters = 16_000;

export function outputPage(
  { id, text, outputBytes }: RunRecord,
  output: string,
  secrets: readonly string[],
): string {
  const clean = redact(plain(output), secrets);
  const isCut = Buffer.byteLength(output) < outputBytes;
  const kept = isCut ? clean.slice(marginCharacters) : clean;
  const title = isCut ? `The end of its output (${outputBytes} bytes in all)` : "Its output";
  return [
    `# Run ${id}`,
    "## Its last message",
    text === "" ? "None was found." : fenceAround(plain(text), ""),
    `## ${title}`,
    kept === "" ? "It printed nothing." : fenceAround(kept, ""),
    "",
  ].join("\n\n");
}

const maxLines = 20;
/** Of these the first ones: programs that print their usage say before it what was wrong. */
const firstLines = 4;
/** What is longer is no message, and its end counts. */
const maxMessageLines = 200;
const maxLineCharacters = 300;

/**
 * The last lines of the output, without secrets. Events of a program are left out where it printed other lines, too: they would
 * push a failure out that it tells on its error stream.
 */
export function lastLines(output: string, secrets: readonly string[]): string {
  const all = redact(plain(output), secrets).split("\n");
  const told = all.filter((line) => line.trim() !== "" && !/^\s*(?:\{"|\[\{)/.test(line));
  const lines = told.length === 0 ? all : told;
  const isWhole = lines.length > maxLines && lines.length <= maxMessageLines;
  const first = isWhole ? [...lines.slice(0, firstLines), "…"] : [];
  return [...first, ...lines.slice(first.length - maxLines)]
    .map((line) => line.slice(0, maxLineCharacters))
    .join("\n");
}

function plain(text: string): string {
  return visible(stripVTControlCharacters(text)).trimEnd();
}
