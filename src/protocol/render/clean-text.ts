/**
 * What others wrote, on its way to a terminal, a model or a program: without characters that nobody sees and without
 * secrets. Hidden characters go first, or one inside a token would hide it from the search.
 */
import { visible } from "../characters.ts";
import { redact } from "./redact.ts";

export function cleanText(text: string): string {
  return redact(visible(text));
}

/** The value with each text in it cleaned, names of properties included. @param value as JSON has it */
export function cleanValue<T>(value: T): T {
  return cleanAny(value) as T;
}

function cleanAny(value: unknown): unknown {
  if (typeof value === "string") return cleanText(value);
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map(cleanAny);
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [cleanText(name), cleanAny(each)]));
}
