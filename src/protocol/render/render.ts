/**
 * The only way from data to a comment. Every string in the data is untrusted until this folder has made it
 * safe, so never escape in a template: whatever a template forgot would go out raw.
 */

import { visible } from "../characters.ts";
import { blocksOf } from "../markdown/block.ts";
import { plain } from "./plain.ts";
import { redact, withoutValues } from "./redact.ts";
import { Safe } from "./safe.ts";

/** Maximum length of our comments, in UTF-16 units, of which there are never fewer than GitHub counts. */
export const maxComment = 60_000;
const maxDepth = 8;

/**
 * Untrusted text: neutralised whichever way it is printed. Only code that produces `Safe` text may read
 * `raw`.
 */
export class Words {
  readonly raw: string;

  constructor(raw: string) {
    this.raw = raw;
  }

  toString(): string {
    return plain(this.raw).toString();
  }
}

/** A compiled template: our own prose with placeholders for data. */
export type Template = (data: unknown) => string;

/** @param secrets values that must never appear, in any encoding */
export function render(template: Template, data: unknown, secrets: readonly string[] = []): string {
  const text = visible(template(guarded(data, secrets, 0)));
  return capped(tidy(withoutValues(text, secrets)));
}

/** Empty placeholders leave runs of blank lines; collapses each to one, except in code. */
function tidy(text: string): string {
  const written = text.trim().split("\n");
  const { lines } = blocksOf(unfold(text.trim()));
  const isBlank = (index: number): boolean =>
    lines[index]?.place !== "fence" && written[index]?.trim() === "";
  return written.filter((_, index) => !(isBlank(index) && isBlank(index - 1))).join("\n");
}

/** The same lines without our own folds, in which code is code as well. */
function unfold(text: string): string {
  return text.replace(/<\/?(?:details|summary)>/g, "");
}

/** The data with each string as `Words`. Empty strings are kept, so that a template can test for them. */
function guarded(data: unknown, secrets: readonly string[], depth: number): unknown {
  if (typeof data === "string") return data === "" ? "" : new Words(redact(visible(data), secrets));
  if (data === null || typeof data !== "object" || data instanceof Safe || data instanceof Words) return data;
  if (depth >= maxDepth) return undefined;
  if (Array.isArray(data)) return data.map((item) => guarded(item, secrets, depth + 1));
  const plainEntries = Object.entries(data).filter(([, value]) => typeof value !== "function");
  return Object.fromEntries(plainEntries.map(([key, value]) => [key, guarded(value, secrets, depth + 1)]));
}

/** Cuts at the end of a line and closes what the cut leaves open. */
function capped(text: string): string {
  if (text.length <= maxComment) return text;
  const cut = text.slice(0, maxComment - 500);
  const kept = cut.slice(0, Math.max(cut.lastIndexOf("\n"), 0) || cut.length).toWellFormed();
  const { broken } = blocksOf(unfold(kept));
  const closing = broken?.what === "code fence" ? `\n${broken.written}` : "";
  return `${kept}${closing}\n\n… (shortened)`;
}
