/**
 * Which passages replaced superseded ones. Reads the newer records too: many teams mention the old record in
 * the new one and never update the old one.
 */
import type { Passage } from "../passage/passage.ts";

/** The verb, directly followed by what was replaced: "Supersedes decision D3", "replaces [2](0002-x.md)". */
const takes =
  /\b(?:supersedes|superseding|replaces|obsoletes|takes the place of)[\s:*_[(`]{1,6}(?:(?:the|one|of|from|decisions?|adrs?|rfc|no|nr|d|and)[\s.*_[(#`-]{0,4}){0,4}(?:0*\d{1,5}(?!\d)|\d{4}-\d{2}-\d{2}|[\w./-]{4,120}\.(?:md|mdx|rst|adoc)\b)[^\s]{0,120}/gi;
const label =
  /^[\s>|*_+·~-]{0,20}(?:\d{4}-\d{2}-\d{2}[\s·*_:|~]{0,10})?(?:adr|decision|no|nr|d|#)?[-_ .#]{0,4}0{0,4}(\d{1,5})\b/i;
const date = /^[\s>|*_+·~-]{0,20}(?:\d{1,4}[\s|]{1,8})?(\d{4}-\d{2}-\d{2})\b/;
const fileNumber = /(?:^|\/)(?:adr[-_]?)?0*(\d{1,5})(?!\d)[^/]*$/i;
const references =
  /\b(adr|rfc|decision|no|nr|d)?[-_ .#([]{0,3}0*(\d{1,5})(?!\d|-\d)|\b(\d{4}-\d{2}-\d{2})\b/gi;
const maxNamed = 4;
const maxLine = 600;
/**
 * How many passages of a record are searched for what it replaced; further down, records discuss other
 * records.
 */
const readPassages = 6;

interface Reference {
  readonly name: string;
  /** `D3` is a row or an item; `ADR 3` is a file. */
  readonly isRow: boolean;
}

/** The same passages; those that a newer one claims to replace are marked as superseded by it. */
export function withSuccession(passages: readonly Passage[]): readonly Passage[] {
  const ended = new Map<Passage, Set<string>>();
  const byPath = Map.groupBy(passages, ({ path }) => path);
  for (const own of byPath.values()) {
    const isList = isEntry(own);
    const records = own.filter(
      ({ isDecision, state }, at) => isDecision && state === "current" && (at < readPassages || isList),
    );
    for (const newer of records) {
      const text = newer.text.slice(0, maxLine);
      const said = [...text.matchAll(takes)].map(([words]) => words).join(" ");
      if (said === "") continue;
      const by = isList ? nameOf(newer) : fileNumber.exec(newer.path)?.[1];
      for (const older of findReferred(said, newer, passages))
        if (older.path !== newer.path || isList) {
          const names = ended.get(older) ?? new Set();
          ended.set(older, by === undefined ? names : names.add(by));
        }
    }
  }
  return passages.map((passage) => {
    const names = ended.get(passage);
    if (names === undefined) return passage;
    return {
      ...passage,
      state: "superseded",
      successors: [...new Set([...passage.successors, ...names])],
    };
  });
}

/** The current passages that a superseded one names as its successors, in the order of the store. */
export function successorsOf(old: Passage, passages: readonly Passage[]): readonly Passage[] {
  const isOwn = (its: Passage): boolean => its.path === old.path && isEntryOf(its);
  const named = old.successors.slice(0, maxNamed);
  const rows = passages.filter(
    (its) => its.state === "current" && isOwn(its) && named.includes(nameOf(its) ?? dateOf(its) ?? ""),
  );
  const dated = passages.filter(
    (its) => its.state === "current" && isOwn(its) && named.includes(dateOf(its) ?? ""),
  );
  const entries = [...new Set([...rows, ...dated])].filter((its) => its !== old);
  const followed = isEntryOf(old) ? entries.flatMap(({ text }) => adrIn(text)) : named;
  const wanted = entries.length > 0 && isEntryOf(old) ? followed : named;
  const files = passages.filter(
    (its) =>
      its.state === "current" &&
      its.path !== old.path &&
      its.isDecision &&
      wanted.includes(fileNumber.exec(its.path)?.[1] ?? ""),
  );
  return [...files, ...entries];
}

function findReferred(words: string, from: Passage, passages: readonly Passage[]): readonly Passage[] {
  const names = [...words.slice(0, 200).matchAll(references)].slice(0, maxNamed).map(
    ([, kind = "", digits, day]): Reference => ({
      name: digits === undefined ? (day ?? "") : String(Number(digits)),
      isRow: day !== undefined || /^(?:d|decision|no|nr)$/i.test(kind) || (isEntryOf(from) && kind === ""),
    }),
  );
  const files = fileNamesIn(words);
  return passages.filter((its) => {
    if (its === from) return false;
    const number = fileNumber.exec(its.path)?.[1];
    const isFile = its.isDecision && its.path !== from.path;
    if (
      isFile &&
      (files.has(nameOfFile(its.path)) || names.some(({ name, isRow }) => !isRow && name === number))
    )
      return true;
    const isListed = isEntryOf(its) && /decision/i.test(its.path);
    return (
      isListed && names.some(({ name, isRow }) => isRow && (name === nameOf(its) || name === dateOf(its)))
    );
  });
}

function fileNamesIn(words: string): ReadonlySet<string> {
  const files = words.split(/[^\w./-]/).filter((word) => /\.(?:md|mdx|rst|adoc)$/.test(word));
  return new Set(files.map(nameOfFile));
}

function nameOfFile(path: string): string {
  return (path.split("/").at(-1) ?? path).replace(/\.\w{1,8}$/, "");
}

function adrIn(text: string): readonly string[] {
  return [
    ...text.matchAll(/\badr[-_ .#]{0,2}0{0,4}(\d{1,5})\b|\|\s{0,5}0{0,4}(\d{3,5})\s{0,5}\|?\s{0,5}$/gi),
  ].map(([, one, other]) => String(Number(one ?? other)));
}

/** A list item or a table row with its own name. */
function isEntryOf({ text }: Passage): boolean {
  return /^\s*(?:\||[-*+•] |\d{1,4}[.)] )|^(?: {4}|\t)/.test(text);
}

/** Whether a page lists decisions, one for each entry, instead of recording one. */
function isEntry(own: readonly Passage[]): boolean {
  return own.filter(isEntryOf).length > own.length / 2;
}

function nameOf({ text }: Passage): string | undefined {
  const [, digits] = label.exec(text.slice(0, 80)) ?? [];
  return digits === undefined ? undefined : String(Number(digits));
}

function dateOf({ text }: Passage): string | undefined {
  return date.exec(text.slice(0, 80))?.[1];
}
