/**
 * What can be wrong with a body before its sections are interpreted. An open fence is a problem only if it
 * hides a section.
 */

import { labelKey } from "../characters.ts";
import type { Blocks } from "../markdown/block.ts";
import { type BreakReason, breakAdvice, breakSentence } from "../markdown/break.ts";
import { headingLabel } from "./heading.ts";

/** The reason why a body, or part of it, cannot be read. */
export type ScanProblem =
  | { readonly type: "too-large"; readonly message: string }
  | { readonly type: "too-many-lines"; readonly message: string }
  | { readonly type: "too-many-sections"; readonly message: string }
  | { readonly type: "duplicate"; readonly key: string; readonly label: string; readonly message: string }
  | { readonly type: "second-envelope"; readonly message: string }
  /** `keys` of the headings hidden by what stands on `line`. */
  | {
      readonly type: "swallowed";
      readonly keys: readonly string[];
      readonly line: number;
      readonly message: string;
      readonly fix: string;
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

/**
 * What breaks the text and hides headings, or words of the author. What is only open at the
 * end is no problem unless it hides headings.
 */
export function swallowed(blocks: Blocks): readonly ScanProblem[] {
  const { lines, broken } = blocks;
  if (broken === undefined) return [];
  const labels = lines
    .slice(broken.line)
    .flatMap((line) => headingLabel(line.text) ?? [])
    .slice(0, maxHidden);
  if (labels.length === 0 && !hidesWords(blocks)) return [];
  const hidden = labels.length === 0 ? "what follows it" : "the sections after it";
  return [
    {
      type: "swallowed",
      keys: labels.map(labelKey),
      line: broken.line,
      message: `${breakSentence(broken)}, so ${hidden} cannot be read.`,
      fix: breakAdvice(broken),
    },
  ];
}

/** Whether something stands where nothing counts any more. */
function hidesWords({ lines, broken }: Blocks): boolean {
  if (broken?.reason === "unclosed") return false;
  if (lines.some(({ isLost, text }) => isLost === true && text.trim() !== "")) return true;
  const { text = "" } = lines[(broken?.line ?? 0) - 1] ?? {};
  const rest = text.slice(text.indexOf(broken?.written ?? "")).replace(/^<[^>]*>?/, "");
  return broken !== undefined && cutsLine.has(broken.reason) && rest.trim() !== "";
}

/** What is opened hides nothing of its own line. */
const cutsLine: ReadonlySet<BreakReason> = new Set(["stray", "hiding", "unsure", "deep"]);
