/**
 * The sections of one body as its kind takes them. If a section appears twice, neither is taken, because one
 * of them may be pasted text.
 */

import { sectionKeys } from "../kinds/infer.ts";
import type { Problem, Section, SectionHead, SectionReader } from "../kinds/kind.ts";
import type { AnyKind } from "../kinds/kinds.ts";
import type { ScannedBody, ScannedSection } from "./sections.ts";

/** A section that its kind does not define. */
export interface Note {
  readonly label: string;
  readonly value: string;
}

export interface FilledSections {
  readonly sheet: SectionReader;
  /** Grows while a kind takes its sections. */
  readonly problems: readonly Problem[];
  /** Sections that the kind does not define. */
  readonly notes: readonly Note[];
}

/** Prepares the sections of a body for its kind. */
export function fillSections(kind: AnyKind, scanned: ScannedBody): FilledSections {
  const problems: Problem[] = [];
  const known = new Set(kind.sections.flatMap(sectionKeys));
  const { hidden, problem } = hiddenIn(scanned, known);
  if (problem !== undefined) problems.push(problem);
  const complain = (problem: Problem): void => {
    problems.push(problem);
  };
  const find = (section: SectionHead): Found => findSection(section, scanned.sections, hidden);
  return {
    sheet: {
      complain,
      take: (section) =>
        takeFrom(find(section), section, complain, () => {
          complain(missing(section, scanned));
          return undefined;
        }),
      takeOr: (section, absent) => takeFrom(find(section), section, complain, () => absent),
    },
    problems,
    notes: [...notesOf(scanned.sections, known), ...invisibleNote(scanned.invisibleLines)],
  };
}

/** Sections hidden by what breaks the text, and the one in which it stands, whose value has no end. */
function hiddenIn(
  { sections, problems }: ScannedBody,
  known: ReadonlySet<string>,
): { readonly hidden: ReadonlySet<string>; readonly problem?: Problem } {
  const swallowed = problems.find((problem) => problem.type === "swallowed");
  const keys = swallowed?.keys.filter((key) => known.has(key)) ?? [];
  if (swallowed === undefined || (keys.length === 0 && swallowed.keys.length > 0))
    return { hidden: new Set() };
  const around = sections.findLast(({ line }) => line < swallowed.line);
  const { message, fix } = swallowed;
  return { hidden: new Set([...keys, around?.key ?? ""]), problem: { message, fix } };
}

type Found =
  | { readonly type: "absent" }
  | { readonly type: "hidden" }
  | { readonly type: "there"; readonly value: string }
  | { readonly type: "twice"; readonly lines: readonly number[] };

function findSection(
  section: SectionHead,
  all: readonly ScannedSection[],
  hidden: ReadonlySet<string>,
): Found {
  const keys = sectionKeys(section);
  const [only, ...others] = all.filter(({ key }) => keys.includes(key));
  if (only !== undefined && others.length > 0)
    return { type: "twice", lines: [only, ...others].map(({ line }) => line) };
  if (keys.some((key) => hidden.has(key))) return { type: "hidden" };
  return only === undefined || only.value === "" ? { type: "absent" } : { type: "there", value: only.value };
}

function takeFrom<T, A>(
  found: Found,
  section: Section<T>,
  complain: (problem: Problem) => void,
  whenAbsent: () => A,
): T | A | undefined {
  if (found.type === "absent") return whenAbsent();
  if (found.type === "hidden") return undefined;
  if (found.type === "twice") {
    complain(repeated(section, found.lines));
    return undefined;
  }
  const taken = section.read(found.value);
  if (taken.ok) return taken.value;
  complain(taken.problem);
  return undefined;
}

function missing(section: SectionHead, { sections, unread }: ScannedBody): Problem {
  const keys = sectionKeys(section);
  const elsewhere = unread.find(({ key }) => keys.includes(key));
  if (elsewhere !== undefined && !sections.some(({ key }) => keys.includes(key)))
    return {
      section: section.label,
      message: `${section.label}, on line ${elsewhere.line}, is in ${elsewhere.where}, where sections are not read.`,
      fix: "Move its heading out of there, to the start of its own line.",
    };
  return { section: section.label, message: `${section.label} is missing or empty.`, fix: section.hint };
}

function repeated(section: SectionHead, lines: readonly number[]): Problem {
  const places = lines.slice(0, 5).join(", ");
  return {
    section: section.label,
    message: `${section.label} appears ${lines.length} times, on lines ${places}, so none of them counts.`,
    fix: "Keep one. If another is quoted text, put it in a fence or a quote.",
  };
}

function notesOf(sections: readonly ScannedSection[], known: ReadonlySet<string>): readonly Note[] {
  return sections.filter(({ key }) => !known.has(key)).map(({ label, value }) => ({ label, value }));
}

function invisibleNote(lines: readonly number[]): readonly Note[] {
  if (lines.length === 0) return [];
  return [{ label: "Invisible characters", value: `On line ${lines.join(", ")}.` }];
}
