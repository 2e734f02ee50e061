/** Reads JSON lines from outside, within bounds: each fault names its line, and no line costs more than its length. */
import { utf8Length } from "../../protocol/characters.ts";

/** In bytes. */
export const maxImportBytes = 32 * 1024 * 1024;
const maxLineBytes = 512 * 1024;
const maxRecords = 5_000;
const maxLevels = 8;

export interface JsonLine {
  /** 1-based. */
  readonly line: number;
  readonly value: unknown;
}

export type JsonLines =
  | { readonly ok: true; readonly lines: readonly JsonLine[] }
  /** The first fault: whatever follows it may be misread. */
  | { readonly ok: false; readonly fault: string };

/** Blank lines are skipped. Never throws. */
export function readJsonLines(text: string): JsonLines {
  if (text.length > maxImportBytes) return { ok: false, fault: tooLarge };
  const lines: JsonLine[] = [];
  let line = 0;
  for (let from = 0; from < text.length; ) {
    line += 1;
    const found = text.indexOf("\n", from);
    const end = found < 0 ? text.length : found;
    const record = recordIn(text, from, end);
    from = end + 1;
    if (record.type === "blank") continue;
    if (record.type === "fault") return { ok: false, fault: `line ${line}: ${record.fault}` };
    if (lines.length === maxRecords)
      return { ok: false, fault: `line ${line}: a file may have ${maxRecords} records at most` };
    lines.push({ line, value: record.value });
  }
  return { ok: true, lines };
}

export const tooLarge = `it is larger than ${maxImportBytes / 1024 / 1024} MB`;

type Reading =
  | { readonly type: "blank" }
  | { readonly type: "fault"; readonly fault: string }
  | { readonly type: "record"; readonly value: unknown };

function recordIn(text: string, from: number, end: number): Reading {
  const fault = (what: string): Reading => ({ type: "fault", fault: what });
  if (end - from > maxLineBytes) return fault(`it is longer than ${maxLineBytes / 1024} kB`);
  const json = text.slice(from, end).trim();
  if (json === "") return { type: "blank" };
  if (utf8Length(json) > maxLineBytes) return fault(`it is longer than ${maxLineBytes / 1024} kB`);
  if (levelsIn(json) > maxLevels) return fault("it is nested too deeply");
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return fault("it is not valid JSON");
  }
  const unfit = unfitIn(value);
  return unfit === undefined ? { type: "record", value } : fault(unfit);
}

/** Counted before the text is parsed: what walks the value afterwards calls itself once a level. */
function levelsIn(json: string): number {
  let level = 0;
  let deepest = 0;
  let isString = false;
  for (let at = 0; at < json.length; at++) {
    const character = json[at];
    if (isString) {
      if (character === "\\") at += 1;
      else if (character === '"') isString = false;
    } else if (character === '"') isString = true;
    else if (character === "{" || character === "[") deepest = Math.max(deepest, ++level);
    else if (character === "}" || character === "]") level -= 1;
  }
  return deepest;
}

/** What no honest export holds: a key that would reach a prototype, and a character at which programs stop reading. */
function unfitIn(value: unknown): string | undefined {
  if (typeof value === "string") return value.includes("\u0000") ? "a text has a NUL character" : undefined;
  if (typeof value !== "object" || value === null) return undefined;
  for (const [key, member] of Object.entries(value)) {
    if (key === "__proto__") return "`__proto__` is not a key";
    const unfit = unfitIn(key) ?? unfitIn(member);
    if (unfit !== undefined) return unfit;
  }
  return undefined;
}
