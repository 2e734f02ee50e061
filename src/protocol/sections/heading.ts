/**
 * Parses the `### Label` headings that begin sections. Headings of other levels belong to the text around
 * them.
 */
import { sectionHeadingIn } from "../line-starts.ts";

const maxLabel = 200;

/** The label of a `### Label` line; undefined for any other line. */
export function headingLabel(line: string): string | undefined {
  const label = sectionHeadingIn(line)
    ?.trim()
    .replace(/(?:^|[ \t])#{1,32}$/, "");
  return label === undefined || label === "" ? undefined : label.slice(0, maxLabel).trim();
}
