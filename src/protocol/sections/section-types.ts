/**
 * The section types that most kinds are made of: text, one word of several, references, lists, checklists.
 * They are lenient on purpose: people and agents write `P1`, `Nice to have` or a bulleted list, and all of it
 * is clear.
 */
import { labelKey } from "../characters.ts";
import type { FormControl, Parsed, Problem, Section } from "../kinds/kind.ts";
import { blocksOf } from "../markdown/block.ts";
import { formatRef, maxRefs, parseRefs, type Ref, readRefs } from "../references/ref.ts";
import { inCode } from "../render/code.ts";
import { shorten } from "../render/shorten.ts";

/** A kind's specification of one of its sections. */
export interface SectionHeading {
  readonly label: string;
  readonly hint: string;
  readonly required?: boolean;
  readonly aliases?: readonly string[];
}

/** Words that stand for an empty list. */
export const emptyListWords: ReadonlySet<string> = new Set(["none", "n/a", "na", "no", "nothing", "-", "—"]);
const maxItems = 500;
const maxQuoted = 40;
/** Longer values are read only as free text. Far more than 200 issue URLs need. */
const maxCharacters = 50_000;

/** The bullet or backticks around an item are decoration. */
const bare = (item: string): string =>
  item
    .trim()
    .replace(/^[-*+][ \t]+/, "")
    .replace(/^`|`$/g, "")
    .trim();
/** The items of a list, one per line or separated by commas. */
export const itemsOf = (found: string): readonly string[] =>
  found
    .split(/[,\n]/)
    .map(bare)
    .filter((item) => item !== "" && !emptyListWords.has(item.toLowerCase()))
    .slice(0, maxItems);

export const parsed = <T>(value: T): Parsed<T> => ({ ok: true, value });
export const refused = (problem: Problem): Parsed<never> => ({ ok: false, problem });

/** A value as a problem shows it. */
function asCode(found: string): string {
  return inCode(shorten(found.slice(0, 2 * maxQuoted), maxQuoted));
}

/** Shows how to write the issue that a bare number referred to. */
function asIssue(found: string): string {
  const [, number] = /^[ \t]*(\d{1,9})[ \t]*$/.exec(found) ?? [];
  return number === undefined ? "`#12` or `owner/repo#12`" : `\`#${number}\``;
}

/** A section of any type. An overlong value is refused unread, unless it is free text. */
export function section<T>(
  { label, hint, required = false, aliases = [] }: SectionHeading,
  control: FormControl,
  read: (text: string) => Parsed<T>,
  write: (value: T) => string,
): Section<T> {
  return {
    label,
    hint,
    required,
    aliases,
    control,
    read: (found) => tooLong(label, found) ?? read(found),
    write,
  };
}

function tooLong(label: string, found: string): Parsed<never> | undefined {
  if (found.length <= maxCharacters) return undefined;
  return refused({
    section: label,
    message: `${label} is longer than ${maxCharacters} characters.`,
    fix: "Include only what the section asks for; put the rest under another heading.",
  });
}

/** Free text of any length. */
export function freeText(heading: SectionHeading): Section<string> {
  return { ...section(heading, { type: "textarea" }, parsed, (value: string) => value), read: parsed };
}

/** One line of text. */
export function line(heading: SectionHeading): Section<string> {
  return section(
    heading,
    { type: "input" },
    (value) => parsed(value.replace(/\s+/g, " ")),
    (value) => value,
  );
}

/** Exactly one of the words, ignoring case, spaces and hyphens. */
export function choice<W extends string>(heading: SectionHeading, words: readonly W[]): Section<W> {
  const key = (word: string): string => labelKey(word).replace(/[\s_-]+/g, "-");
  const allowed = words.map((word) => `\`${word}\``).join(", ");
  return section(
    { ...heading, hint: `${heading.hint} One of ${allowed}.` },
    { type: "dropdown", options: words },
    (found) => {
      const word = words.find((candidate) => key(candidate) === key(found.slice(0, 200)));
      if (word !== undefined) return parsed(word);
      return refused({
        section: heading.label,
        message: `${heading.label}: ${asCode(found)} is not one of ${allowed}.`,
      });
    },
    (word) => word,
  );
}

/** How many issues a section takes, and the reason for the limit, phrased to end a sentence. */
export interface Limit {
  readonly max: number;
  readonly why: string;
}

export const readLimit: Limit = { max: maxRefs, why: "signalbox reads no more" };

/**
 * The problem with a list that exceeds its limit. None of it is used, because it would be unclear which part
 * is missing.
 */
export function tooMany({ label }: SectionHeading, { max, why }: Limit, leftOut: Ref): Problem {
  return {
    section: label,
    message: `${label} lists more than ${max} issues, and ${why}: \`${formatRef(leftOut)}\` is the first one too many. The whole list is ignored.`,
    fix: `List at most ${max}. One task that waits for the others can represent them.`,
  };
}

/** A list of issues, used whole or not at all. `none` is an empty list. */
export function refs(heading: SectionHeading, limit: Limit = readLimit): Section<readonly Ref[]> {
  return section(
    heading,
    { type: "input" },
    (found) => {
      const { refs: named, leftOut } = readRefs(found, limit.max);
      if (leftOut !== undefined) return refused(tooMany(heading, limit, leftOut));
      if (named.length > 0 || emptyListWords.has(labelKey(found.slice(0, 200)))) return parsed(named);
      return refused({
        section: heading.label,
        message: `${heading.label}: ${asCode(found)} is not an issue.`,
        fix: `Write ${asIssue(found)}.`,
      });
    },
    (named) => (named.length === 0 ? "None" : named.map(formatRef).join(", ")),
  );
}

/** Exactly one issue. */
export function ref(heading: SectionHeading): Section<Ref> {
  return section(
    heading,
    { type: "input" },
    (found) => {
      const named = parseRefs(found);
      const [only] = named;
      if (only !== undefined && named.length === 1) return parsed(only);
      return refused({
        section: heading.label,
        message: `${heading.label}: ${named.length === 0 ? `${asCode(found)} is not an issue` : `${named.length} issues are listed, but exactly one is needed`}.`,
        fix: `Write ${asIssue(found)}.`,
      });
    },
    formatRef,
  );
}

/** Words or globs, one per line or separated by commas, without bullets and backticks. */
export function list(heading: SectionHeading): Section<readonly string[]> {
  return section<readonly string[]>(
    heading,
    { type: "textarea" },
    (found) => parsed(itemsOf(found)),
    (items) => items.join("\n"),
  );
}

/** One box of a checklist. */
export interface CheckItem {
  readonly text: string;
  readonly done: boolean;
}

/** Begins an item of a list. */
export const listMark = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+/;
const box = /^\[([ xX])\](?:[ \t]|$)/;

/** A checklist. Plain bullets are unticked boxes, and a line below a box continues its text. */
export function checklist(heading: SectionHeading): Section<readonly CheckItem[]> {
  return section(
    heading,
    { type: "textarea" },
    (found) => parsed(readChecklist(found)),
    (items) => items.map(({ text, done }) => `- [${done ? "x" : " "}] ${text}`).join("\n"),
  );
}

/** The lines of a value, and whether each is the author's own text: what looks like an item in code is none. */
export function listLines(found: string): readonly { readonly line: string; readonly isWritten: boolean }[] {
  return blocksOf(found).lines.map(({ text, place }) => ({
    line: text,
    isWritten: place !== "fence" && place !== "code",
  }));
}

/** Bullets, numbers and boxes as items; lines below them belong to them. */
export function readChecklist(found: string): readonly CheckItem[] {
  const items: { text: string; done: boolean }[] = [];
  let goesOn = false;
  for (const { line, isWritten } of listLines(found)) {
    const mark = isWritten ? listMark.exec(line)?.[0] : undefined;
    const rest = line.slice(mark?.length ?? 0);
    const [boxed = "", tick] = (mark !== undefined && box.exec(rest)) || [];
    const last = items.at(-1);
    if (line.trim() === "") goesOn = false;
    else if (mark === undefined && last !== undefined && (goesOn || !isWritten))
      last.text += ` ${line.trim()}`;
    else {
      items.push({ text: rest.slice(boxed.length).trim(), done: tick === "x" || tick === "X" });
      goesOn = true;
    }
  }
  return items.filter((item) => item.text !== "").slice(0, maxItems);
}
