/**
 * Takes out of a recording what our parsers do not read and what is of this machine or of the program itself: lists of
 * its tools and skills, its prompts and long texts, folders, ports.
 */

export interface Places {
  readonly home: string;
  readonly checkout: string;
  readonly model: string;
}

/** Longer strings are the program's own words. */
const longest = 300;

export function scrub(text: string, places: Places): string {
  return text
    .split("\n")
    .map((line) => withoutPlaces(scrubLine(line), places))
    .join("\n");
}

function scrubLine(line: string): string {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null ? JSON.stringify(scrubValue(value)) : line;
  } catch {
    return line;
  }
}

function scrubValue(value: unknown): unknown {
  if (typeof value === "string") return value.length > longest ? `${value.slice(0, longest)}…` : value;
  if (Array.isArray(value))
    return value.every((each) => typeof each === "string") ? [] : value.map(scrubValue);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, scrubValue(each)]));
}

function withoutPlaces(line: string, { home, checkout, model }: Places): string {
  return line
    .replaceAll(model, "http://127.0.0.1:5790/model")
    .replaceAll(checkout, "/srv/demo")
    .replaceAll(checkout.replaceAll("/", "-"), "-srv-demo")
    .replaceAll(home, "/home/ada");
}
