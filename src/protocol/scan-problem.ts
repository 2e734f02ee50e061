/**
 * What can be wrong with a body before anybody asks what it says. A newcomer would refuse every open fence; one that
 * hides no section does no harm.
 */
import type { Blocks } from "./block.ts";
import { labelKey } from "./characters.ts";
import { headingLabel } from "./heading.ts";

/** What keeps a body, or a part of it, from being read. */
export type ScanProblem =
  | { readonly type: "too-large"; readonly message: string }
  | { readonly type: "too-many-lines"; readonly message: string }
  | { readonly type: "too-many-sections"; readonly message: string }
  | { readonly type: "duplicate"; readonly key: string; readonly label: string; readonly message: string }
  | { readonly type: "second-envelope"; readonly message: string }
  /** `keys` of the headings that are hidden by what `line` opens. */
  | {
      readonly type: "swallowed";
      readonly keys: readonly string[];
      readonly line: number;
      readonly message: string;
    };

const unread: ReadonlySet<ScanProblem["type"]> = new Set([
  "too-large",
  "too-many-lines",
  "too-many-sections",
]);

/** Whether nothing of the body was read: then nothing can be said about its sections either. */
export function isUnread(problems: readonly ScanProblem[]): boolean {
  return problems.some(({ type }) => unread.has(type));
}

/** A section as far as its place matters. */
interface Placed {
  readonly key: string;
  readonly label: string;
  readonly line: number;
}

const maxHidden = 2_000;

/** Every section after the first of its key. */
export function duplicates(sections: readonly Placed[]): readonly ScanProblem[] {
  const first = new Map<string, Placed>();
  const problems: ScanProblem[] = [];
  for (const section of sections) {
    const { key, label, line } = section;
    const earlier = first.get(key);
    if (earlier === undefined) first.set(key, section);
    else
      problems.push({
        type: "duplicate",
        key,
        label,
        message: `The section appears twice, on lines ${earlier.line} and ${line}. Neither was taken.`,
      });
  }
  return problems;
}

/** Headings that an unclosed fence, comment or element hides; one that hides none is left in peace. */
export function swallowed({ lines, unclosed }: Blocks): readonly ScanProblem[] {
  if (unclosed === undefined) return [];
  const labels = lines
    .slice(unclosed.line)
    .flatMap((line) => headingLabel(line.text) ?? [])
    .slice(0, maxHidden);
  if (labels.length === 0) return [];
  const { what, written, line } = unclosed;
  const named = what === "HTML element" ? `${what} \`${written}\`` : what;
  const message = `The ${named} opened on line ${line} is never closed, so the sections after it cannot be read.`;
  return [{ type: "swallowed", keys: labels.map(labelKey), line, message }];
}
