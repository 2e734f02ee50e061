/**
 * A short hash, stored in an installed file, that detects edits. Comparing with the current release instead
 * would mistake an unedited file of an older release for an edited one.
 */
import { hash } from "node:crypto";

/** Line endings may differ between checkouts. */
export function withLf(text: string): string {
  return text.replaceAll("\r\n", "\n");
}

export function stampOf(text: string): string {
  return hash("sha256", withLf(text), "hex").slice(0, 16);
}

const lastLine = /\n?(?:# signalbox ([0-9a-f]{16})|<!-- signalbox ([0-9a-f]{16}) -->)\n*$/;

/** A file with its stamp as the last line: in a comment of YAML, or of Markdown for a Cursor rule. */
export function withStamp(path: string, text: string): string {
  const stamp = `signalbox ${stampOf(`${text.trimEnd()}\n`)}`;
  return `${text.trimEnd()}\n${path.endsWith(".mdc") ? `<!-- ${stamp} -->` : `# ${stamp}`}\n`;
}

/** Whether the file is exactly as some release installed it. */
export function isAsInstalled(file: string): boolean {
  const text = withLf(file);
  const found = lastLine.exec(text);
  return found !== null && stampOf(`${text.slice(0, found.index)}\n`) === (found[1] ?? found[2]);
}
