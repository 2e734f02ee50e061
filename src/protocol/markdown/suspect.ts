/** Judges a `<` where parsers of Markdown and of HTML may take different things for a tag. */
import { effectOf } from "./names.ts";

const nameOf = (text: string): string => /^<\/?([a-z][a-z0-9-]*)/i.exec(text)?.[1]?.toLowerCase() ?? "";

/** Whether the tag that `text` begins with does anything to what follows. */
export const isStrict = (text: string): boolean => effectOf(nameOf(text)) !== "none";

/** What CommonMark shows as it is written, but another parser might not. */
export function isSuspect(text: string): boolean {
  if (/^<[!?]/.test(text)) return true;
  // A parser that is liberal with tags takes it for one, and its quote for that of a value.
  if (/^<\/?[a-z][^>\n]*["']/i.test(text)) return true;
  const effect = effectOf(nameOf(text));
  return (
    effect === "nesting" ||
    effect === "lost" ||
    /^<\/?(?:audio|del|pre|s|strike|video)(?![a-z0-9-])/i.test(text)
  );
}
