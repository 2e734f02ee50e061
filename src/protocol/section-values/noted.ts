/**
 * A list of items with a note each, such as changed files or checks that ran. A name without a note is
 * refused.
 */
import type { Section } from "../kinds/kind.ts";
import {
  type CheckItem,
  emptyListWords,
  parsed,
  readChecklist,
  refused,
  type SectionHeading,
  section,
} from "../sections/section-types.ts";

/** Per item, including its note. */
const maxCharacters = 4_000;

/** One item of such a list. */
export interface Noted {
  /** A path, a command or the name of a check. */
  readonly name: string;
  readonly note: string;
}

export interface NotedHeading extends SectionHeading {
  /** The name of an item in problems, such as `change`. */
  readonly item: string;
  /** A correct item, with its bullet. */
  readonly example: string;
  /** Whether text outside a code span can be a name. */
  readonly isName: (name: string) => boolean;
}

/** Items such as `` - `src/login.ts`: asks for the password ``. `none` is an empty list, also as its only item. */
export function noted(heading: NotedHeading): Section<readonly Noted[]> {
  const { item, example, isName, ...rest } = heading;
  return section<readonly Noted[]>(
    rest,
    { type: "textarea" },
    (found) => {
      const items = readChecklist(found);
      if (emptyListWords.has(found.trim().toLowerCase()) || isNone(items)) return parsed([]);
      const read = items.map(({ text }) => split(text, isName));
      const long = read.find((each) => each.text.length > maxCharacters);
      if (long !== undefined)
        return refused({
          section: heading.label,
          message: `${heading.label} has a ${item} of more than ${maxCharacters} characters: ${quoted(long.text)}.`,
          fix: `Write a line for each: ${quoted(example)}.`,
        });
      const bad = read.find((each) => each.name === undefined || each.note === "");
      const good = read.flatMap(({ name, note }) => (name === undefined ? [] : [{ name, note }]));
      if (bad === undefined && good.length > 0) return parsed(good);
      const what = bad?.name === undefined ? `has no ${item}` : `has a ${item} without a note`;
      const strange = bad !== undefined && bad.name === undefined;
      const advice = strange ? ` Put a ${item} that does not look like one in backticks.` : "";
      return refused({
        section: heading.label,
        message: `${heading.label} ${what}${bad === undefined ? "" : `: ${quoted(bad.text)}`}.`,
        fix: `Write a line for each: ${quoted(example)}.${advice}`,
      });
    },
    (items) => (items.length === 0 ? "None" : items.map(line).join("\n")),
  );
}

/** `- None.` says what `None` says. */
function isNone([only, ...rest]: readonly CheckItem[]): boolean {
  return rest.length === 0 && emptyListWords.has(only?.text.toLowerCase().replace(/\.$/, "") ?? "");
}

interface Split extends Partial<Pick<Noted, "name">> {
  readonly note: string;
  readonly text: string;
}

/** The name is a code span, or the text before a colon or dash, or the first word. */
function split(text: string, isName: (name: string) => boolean): Split {
  const spanned = /^`([^`]+)`/.exec(text);
  if (spanned?.[1] !== undefined)
    return { name: spanned[1].trim(), note: withoutMark(text.slice(spanned[0].length)), text };
  const mark = /:(?=\s|$)|\s[—–-]+\s/.exec(text);
  const end = mark?.index ?? /\s/.exec(text)?.index ?? text.length;
  const name = text.slice(0, end).trim();
  return { ...(isName(name) ? { name } : {}), note: withoutMark(text.slice(end)), text };
}

function withoutMark(rest: string): string {
  return rest.replace(/^\s*(?::|[—–-]+(?=\s))?/, "").trim();
}

function line({ name, note }: Noted): string {
  return `- \`${name}\`: ${note}`;
}

/** The text in a code span that no backtick in it can close. */
function quoted(text: string): string {
  return `\`\` ${text.slice(0, 100).replaceAll("``", "'")} \`\``;
}
