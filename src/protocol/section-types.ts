/**
 * The sorts of section that most kinds are made of: text, one word of several, references, lists, checklists. A newcomer
 * would make these strict; people and agents write `P1`, `Nice to have` or a bulleted list, and all of it is clear.
 */
import { labelKey } from "./characters.ts";
import type { Control, Problem, Section, Taken } from "./kind.ts";
import { formatRef, parseRefs, type Ref } from "./ref.ts";

/** What a kind says of any of its sections. */
export interface Heading {
  readonly label: string;
  readonly hint: string;
  readonly required?: boolean;
  readonly aliases?: readonly string[];
}

/** Words for an empty list. */
export const nothing: ReadonlySet<string> = new Set(["none", "n/a", "na", "no", "nothing", "-", "—"]);
const maxItems = 500;

/** The bullet or backticks around an item are decoration. */
const bare = (item: string): string =>
  item
    .trim()
    .replace(/^[-*+][ \t]+/, "")
    .replace(/^`|`$/g, "")
    .trim();
/** The items of a list, one a line or separated by commas. */
export const itemsOf = (found: string): readonly string[] =>
  found
    .split(/[,\n]/)
    .map(bare)
    .filter((item) => item !== "" && !nothing.has(item.toLowerCase()))
    .slice(0, maxItems);

export const taken = <T>(value: T): Taken<T> => ({ ok: true, value });
export const refused = (problem: Problem): Taken<never> => ({ ok: false, problem });

/** A section of any sort. */
export function section<T>(
  { label, hint, required = false, aliases = [] }: Heading,
  control: Control,
  read: (text: string) => Taken<T>,
  write: (value: T) => string,
): Section<T> {
  return { label, hint, required, aliases, control, read, write };
}

/** Free text of any length. */
export function text(heading: Heading): Section<string> {
  return section(heading, { type: "textarea" }, taken, (value) => value);
}

/** One line of text. */
export function line(heading: Heading): Section<string> {
  return section(
    heading,
    { type: "input" },
    (value) => taken(value.replace(/\s+/g, " ")),
    (value) => value,
  );
}

/** Exactly one of the words, whatever its case, spaces or hyphens. */
export function choice<W extends string>(heading: Heading, words: readonly W[]): Section<W> {
  const key = (word: string): string => labelKey(word).replace(/[\s_-]+/g, "-");
  const allowed = words.map((word) => `\`${word}\``).join(", ");
  return section(
    { ...heading, hint: `${heading.hint} One of ${allowed}.` },
    { type: "dropdown", options: words },
    (found) => {
      const word = words.find((candidate) => key(candidate) === key(found.slice(0, 200)));
      if (word !== undefined) return taken(word);
      return refused({
        section: heading.label,
        message: `${heading.label} has a value that is not one of its words.`,
        fix: `Write one of ${allowed}.`,
      });
    },
    (word) => word,
  );
}

/** Any number of issues. `none` is an empty list. */
export function refs(heading: Heading): Section<readonly Ref[]> {
  return section(
    heading,
    { type: "input" },
    (found) => {
      const named = parseRefs(found);
      if (named.length > 0 || nothing.has(labelKey(found.slice(0, 200)))) return taken(named);
      return refused({
        section: heading.label,
        message: `${heading.label} names no issue.`,
        fix: "Write `#12`, `owner/repo#12` or the issue's address, or leave it empty.",
      });
    },
    (named) => (named.length === 0 ? "None" : named.map(formatRef).join(", ")),
  );
}

/** Exactly one issue. */
export function ref(heading: Heading): Section<Ref> {
  return section(
    heading,
    { type: "input" },
    (found) => {
      const named = parseRefs(found);
      const [only] = named;
      if (only !== undefined && named.length === 1) return taken(only);
      return refused({
        section: heading.label,
        message: `${heading.label} names ${named.length === 0 ? "no issue" : `${named.length} issues`}, and needs exactly one.`,
        fix: "Write `#12`, `owner/repo#12` or the issue's address.",
      });
    },
    formatRef,
  );
}

/** Words or globs, one a line or separated by commas; bullets and backticks are taken off. */
export function list(heading: Heading): Section<readonly string[]> {
  return section<readonly string[]>(
    heading,
    { type: "textarea" },
    (found) => taken(itemsOf(found)),
    (items) => items.join("\n"),
  );
}

/** One box of a checklist. */
export interface CheckItem {
  readonly text: string;
  readonly done: boolean;
}

const bullet = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[([ xX])\](?:[ \t]+|$))?(.*)$/s;

/** A checklist; plain bullets are boxes not ticked, and a line under a box goes on with its text. */
export function checklist(heading: Heading): Section<readonly CheckItem[]> {
  return section(
    heading,
    { type: "textarea" },
    (found) => taken(readChecklist(found)),
    (items) => items.map(({ text, done }) => `- [${done ? "x" : " "}] ${text}`).join("\n"),
  );
}

/** Bullets, numbers and boxes as items; lines under them are taken in. */
export function readChecklist(found: string): readonly CheckItem[] {
  const items: { text: string; done: boolean }[] = [];
  let goesOn = false;
  for (const line of found.split("\n")) {
    const [matched, box, rest] = bullet.exec(line) ?? [];
    const last = items.at(-1);
    if (line.trim() === "") goesOn = false;
    else if (matched === undefined && last !== undefined && goesOn) last.text += ` ${line.trim()}`;
    else {
      items.push({ text: (rest ?? line).trim(), done: box === "x" || box === "X" });
      goesOn = true;
    }
  }
  return items.filter((item) => item.text !== "").slice(0, maxItems);
}
