/** Reads and writes JSON files that belong to others. */
import type { z } from "zod";

/** Undefined for what is not JSON, or of another shape. */
export function parsedAs<T extends z.ZodType>(shape: T, text: string): z.output<T> | undefined {
  try {
    return shape.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** The value as text, with the indentation that the file has. */
export function withIndentOf(before: string, value: unknown): string {
  const [, indent = "  "] = /^([ \t]+)"/m.exec(before) ?? [];
  return `${JSON.stringify(value, undefined, indent)}\n`;
}
