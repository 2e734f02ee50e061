/**
 * What can be wrong with a body before its sections are interpreted. An open fence is a problem only if it
 * hides a section.
 */

import { labelKey } from "../characters.ts";
import type { Blocks } from "../markdown/block.ts";
import { headingLabel } from "./heading.ts";

/** The reason why a body, or part of it, cannot be read. */
export type ScanProblem =
  | { readonly type: "too-large"; readonly message: string }
  | { readonly type: "too-many-lines"; readonly message: string }
  | { readonly type: "too-many-sections"; readonly message: string }
  | { readonly type: "duplicate"; readonly key: string; readonly label: string; readonly message: string }
  | { readonly type: "second-envelope"; readonly message: string }
  /** `keys` of the headings hidden by what `line` opens. */
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

/** Whether nothing of the body was read, so that nothing can be said about its sections either. */
export function isUnread(problems: readonly ScanProblem[]): boolean {
  return problems.some(({ type }) => unread.has(type));
}

/** The parts of a section that say where it is. */
interface Placed {
  readonly key: string;
  readonly label: string;
  readonly line: number;
}

const maxHidden = 2_000;

/** Every section after the first with the same key. */
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
        message: `The section appears twice, on lines ${earlier.line} and ${line}. Neither counts.`,
      });
  }
  return problems;
}

/** Headings hidden by an unclosed fence, comment or element. One that hides no heading is not a problem. */
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
