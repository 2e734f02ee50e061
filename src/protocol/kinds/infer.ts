/**
 * Infers the kind of an issue. A kind label decides, or the kind recorded before the label was deleted; then
 * the native issue type. A title prefix or the set of sections is only a hint. Never guess between signs that
 * disagree, and leave an issue without a kind alone.
 */
import { labelKey } from "../characters.ts";
import { kindLabel, type RenamedLabels } from "../label-name.ts";
import type { Problem, SectionHead } from "./kind.ts";
import { type AnyKind, allKinds, type KindName, kinds } from "./kinds.ts";

/** The evidence that inference works from. */
export interface Signs {
  readonly title: string;
  readonly labels: readonly string[];
  readonly nativeType?: string | undefined;
  /** The kind that an earlier label established; used while there is no kind label. */
  readonly settledKind?: KindName | undefined;
  /** Keys of all headings, including those hidden by an unclosed fence. */
  readonly headings: ReadonlySet<string>;
  readonly hasEnvelope: boolean;
}

export interface Inferred {
  readonly kind: AnyKind;
  /** Set if two signs of the same weight disagree. */
  readonly conflict?: Problem;
}

/** The kind; undefined for an ordinary issue. */
export function inferKind(signs: Signs, renamed: RenamedLabels = {}): Inferred | undefined {
  const names = new Set(signs.labels.map((label) => label.toLowerCase()));
  const labelled = allKinds.filter((kind) => names.has(kindLabel(kind.name, renamed).toLowerCase()));
  const typed = allKinds.find((kind) => same(kind.nativeType, signs.nativeType));
  const settled = signs.settledKind === undefined ? [] : [kinds[signs.settledKind]];
  const [first, second] = labelled.length > 0 ? labelled : settled;
  if (first !== undefined) {
    const other = second ?? (typed === first ? undefined : typed);
    if (other === undefined) return { kind: first };
    return {
      kind: first,
      conflict: second === undefined ? typeConflict(first, other) : labelConflict(first, other),
    };
  }
  const kind =
    (typed && (!typed.nativeTypeIsShipped || isBackedUp(typed, signs)) ? typed : undefined) ??
    allKinds.find((candidate) => hasPrefix(candidate, signs.title) && isBackedUp(candidate, signs)) ??
    bySections(signs.headings);
  return kind && { kind };
}

/** Keys of the headings that may introduce a section. */
export function sectionKeys({ label, aliases }: Pick<SectionHead, "label" | "aliases">): readonly string[] {
  return [label, ...aliases].map(labelKey);
}

function same(name: string, found: string | undefined): boolean {
  return found !== undefined && labelKey(found) === labelKey(name);
}

function hasPrefix(kind: AnyKind, title: string): boolean {
  return title.trimStart().toLowerCase().startsWith(kind.prefix.toLowerCase());
}

/** A hint alone is not enough: the body must also contain something of that kind. */
function isBackedUp(kind: AnyKind, { headings, hasEnvelope }: Signs): boolean {
  return hasEnvelope || kind.sections.some((section) => section.required && isThere(section, headings));
}

function isThere(section: SectionHead, headings: ReadonlySet<string>): boolean {
  return sectionKeys(section).some((key) => headings.has(key));
}

/**
 * The kind that has all its required sections, at least two sections in all, and more matches than any other.
 */
function bySections(headings: ReadonlySet<string>): AnyKind | undefined {
  const matching = allKinds
    .filter(({ tellingSection: needed }) => needed === undefined || isThere(needed, headings))
    .filter((kind) => kind.sections.every((section) => !section.required || isThere(section, headings)))
    .map((kind) => ({ kind, known: kind.sections.filter((section) => isThere(section, headings)).length }))
    .filter(({ known }) => known >= 2)
    .sort((a, b) => b.known - a.known);
  const [best, next] = matching;
  return best?.known === next?.known ? undefined : best?.kind;
}

function labelConflict(first: AnyKind, second: AnyKind): Problem {
  return {
    message: `The labels say both ${first.name} and ${second.name}.`,
    fix: "Remove one of the two kind labels.",
  };
}

function typeConflict(labelled: AnyKind, typed: AnyKind): Problem {
  return {
    message: `The label says ${labelled.name} but the issue type says ${typed.nativeType}.`,
    fix: "Change one of them so that they match.",
  };
}
