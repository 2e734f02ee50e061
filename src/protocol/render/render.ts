/**
 * The one way from data to a comment. Every string in the data is somebody's words until this folder has made it
 * safe. A newcomer would escape in the template; what a template forgets would then go out as it came.
 */
import { blocksOf } from "../block.ts";
import { visible } from "../characters.ts";
import { plain } from "./plain.ts";
import { redact, withoutValues } from "./redact.ts";
import { Safe } from "./safe.ts";

/** No comment of ours is longer. In UTF-16 units, which is never fewer than GitHub counts. */
export const maxComment = 60_000;
const maxDepth = 8;

/** Somebody's words: printed neutralised, whatever prints them. `raw` is for the makers of safe text. */
export class Words {
  readonly raw: string;

  constructor(raw: string) {
    this.raw = raw;
  }

  toString(): string {
    return plain(this.raw).toString();
  }
}

/** A compiled template: prose of ours with places for data. */
export type Template = (data: unknown) => string;

/**
 * @param secrets values that must never appear, in any encoding
 */
export function render(template: Template, data: unknown, secrets: readonly string[] = []): string {
  const text = visible(template(guarded(data, secrets, 0)));
  return capped(tidy(withoutValues(text, secrets)));
}

/** Places of a template that stay empty leave blank lines behind; one is enough, except in code. */
function tidy(text: string): string {
  const { lines } = blocksOf(text.trim());
  const isBlank = (index: number): boolean =>
    lines[index]?.place !== "fence" && lines[index]?.text.trim() === "";
  return lines.flatMap((line, index) => (isBlank(index) && isBlank(index - 1) ? [] : line.text)).join("\n");
}

/** The data with each string as `Words`. Empty strings stay, so that a template can ask for them. */
function guarded(data: unknown, secrets: readonly string[], depth: number): unknown {
  if (typeof data === "string") return data === "" ? "" : new Words(redact(data, secrets));
  if (data === null || typeof data !== "object" || data instanceof Safe || data instanceof Words) return data;
  if (depth >= maxDepth) return undefined;
  if (Array.isArray(data)) return data.map((item) => guarded(item, secrets, depth + 1));
  const plainEntries = Object.entries(data).filter(([, value]) => typeof value !== "function");
  return Object.fromEntries(plainEntries.map(([key, value]) => [key, guarded(value, secrets, depth + 1)]));
}

/** Cuts at a line's end and closes what the cut leaves open. */
function capped(text: string): string {
  if (text.length <= maxComment) return text;
  const cut = text.slice(0, maxComment - 500);
  const kept = cut.slice(0, Math.max(cut.lastIndexOf("\n"), 0) || cut.length).toWellFormed();
  const { unclosed } = blocksOf(kept);
  const closing = unclosed?.what === "code fence" ? `\n${unclosed.written}` : "";
  return `${kept}${closing}\n\n… (shortened)`;
}
