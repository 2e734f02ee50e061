/**
 * Determines whether a document, a section, a list item or a table row is still current. The word
 * "superseded" alone proves nothing, since a record that supersedes another contains it too: only a status, a
 * mark on the text itself or a heading counts.
 */
import type { FrontMatter } from "./front-matter.ts";
import type { Heading } from "./outline.ts";
import type { Passage } from "./passage.ts";

type DerivedState = Pick<Passage, "state" | "successors">;

const decisionPath = /(?:^|\/)(?:adrs?|decisions?|decision-records?|rfcs?)(?:\/|[-_.])/i;
const decisionHeading = /^(?:decision|decision outcome|decisions)$/i;
const gone =
  "superseded|superceded|deprecated|rejected|withdrawn|revoked|obsoleted|obsolete|retired|replaced";
/** The text that may follow such a word in a status: a replacement, a person, a date, or nothing. */
const behind = "(?:,? (?:by|since|on|in|in favou?r of|with|see)\\b[^()|]{0,120}|[^\\p{L}\\p{N}()|]{0,12})";
/** At the start of a status: "Superseded by 12", "~~Accepted~~ Deprecated", "**replaced** by ADR 7". */
const ended = new RegExp(`^[^\\p{L}\\p{N}]{0,8}(?:~~[^~]{0,60}~~\\W{0,6})?(?:${gone})\\b`, "iu");
const endedCell = new RegExp(`^[^\\p{L}\\p{N}]{0,8}(?:${gone})[*_~]{0,3}${behind}$`, "iu");
/** The label may follow another one: "Date: 2023-04-11. Status: superseded by 7". */
const label =
  /(?:^|[.;,|(]\s{0,3})[\s>*_#+-]{0,8}(?:status|state|standing)[*_\s]{0,4}:[*_\s]{0,4}([^|]{1,200})/giu;
/** A line with a date and a status: "2022-10-05, superseded by 6." */
const dated =
  /^[\s>*_-]{0,6}(?:date[*_\s]{0,4}:[*_\s]{0,4})?\d{4}-\d{2}-\d{2}[\s*_]{0,4}[,;:.–—|-]\s{0,3}([^|]{1,200})/iu;
/**
 * At the end of an item or a heading, separate from its text: "(superseded by D5)", "→ replaced by D6",
 * "~~…~~ superseded".
 */
const apart = new RegExp(
  `(?:[([→⇒·–—~]|->|\\s-)[\\s*_~]{0,6}((?:${gone})[*_]{0,3}${behind})[)\\]\\s*_.]{0,8}$`,
  "iu",
);
/** At the start: "(superseded) …", "**Replaced by D6.** …". */
const first = new RegExp(
  `^[\\s>*_+\\-\\d.)#]{0,12}(?:[([]|\\*\\*|~~)[\\s*_]{0,4}(?:${gone})\\b[^()\\[\\]|*]{0,80}[)\\]*]`,
  "iu",
);
const struck = /^[\s>*+\-\d.)·|:]{0,30}~~[^~]{3,2000}~~/;
const named =
  /\b(?:adr|rfc|decision|no|nr|d)[-_ .#]{0,2}(\d{1,5})(?![\d-])|[#[](\d{1,5})(?!\d)|\b(\d{4}-\d{2}-\d{2})\b|\bby\s+\**(\d{1,5})(?![\d-])/giu;
const openItem = /^\s*(?:[-*+]|\d{1,3}[.)])\s+\[ \]/;
const openHeading =
  /^\W{0,4}(?:open|to-?do|undecided|unsettled|open (?:questions?|points?|issues?)|next(?: steps)?|ideas?)\W{0,3}$/i;
const openLine = /^[\s>*_+-]{0,8}(?:open|to-?do|tbd|undecided)(?: questions?| points?)?[*_\s]{0,4}:/i;
const maxLine = 600;

const current: DerivedState = { state: "current", successors: [] };

export function isDecisionRecord(path: string, headings: readonly Heading[]): boolean {
  return decisionPath.test(path) || headings.some(({ text }) => decisionHeading.test(text));
}

/** The document's status in front matter, in a status line near its top or in a Status section. */
export function documentState(
  lines: readonly string[],
  front: FrontMatter,
  headings: readonly Heading[],
): DerivedState {
  const status = statusesOf(lines, front, headings).find((each) => ended.test(each));
  return status === undefined ? current : { state: "superseded", successors: namesIn(status) };
}

function statusesOf(
  lines: readonly string[],
  front: FrontMatter,
  headings: readonly Heading[],
): readonly string[] {
  const statuses = [
    front.values.get("status"),
    front.values.get("superseded-by")?.replace(/^/, "superseded by "),
  ];
  // A status line further down is about something else, such as a task or another decision.
  const top = lines.slice(front.lineCount, front.lineCount + 20).map((line) => line.slice(0, maxLine));
  for (const line of top.filter((each) => !/^\s*[|]/.test(each)))
    statuses.push(...[...line.matchAll(label)].map(([, said]) => said), dated.exec(line)?.[1]);
  const section = headings.find(({ text }) => /^status$/i.test(text));
  if (section !== undefined)
    statuses.push(lines.slice(section.lastLine, section.lastLine + 5).find((line) => line.trim() !== ""));
  return statuses.filter((status) => status !== undefined);
}

/** Whether a line only gives the document's status, so that it cannot answer a question. */
export function isStatusLine(text: string): boolean {
  return (
    text.length <= 120 &&
    !text.includes("\n") &&
    (/^[\s>*_-]{0,6}(?:date|status|state)[*_\s]{0,4}:/i.test(text) ||
      /^[\s>*_-]{0,6}\d{4}-\d{2}-\d{2}[\s*_]{0,4}[,;:.]\s{0,3}[a-z]+[,. ]/i.test(text))
  );
}

/**
 * A passage's statements about its own status: its row's cells, the end of its item, the headings above it.
 */
export function passageState(lines: readonly string[], headings: readonly string[]): DerivedState {
  const text = lines.join(" ").slice(0, 2_000);
  const own = endOf(text, lines);
  if (own !== undefined) return { state: "superseded", successors: namesIn(own) };
  const above = headings.find((heading) => apart.test(heading.slice(0, maxLine)));
  if (above !== undefined) return { state: "superseded", successors: namesIn(apart.exec(above)?.[1] ?? "") };
  const isOpen = openItem.test(text) || openLine.test(text) || headings.some((its) => openHeading.test(its));
  return isOpen ? { state: "open", successors: [] } : current;
}

/** The words that mark a passage as superseded; undefined if it is current. */
function endOf(text: string, lines: readonly string[]): string | undefined {
  const cell = cellsOf(lines).find((its) => endedCell.test(its.trim()));
  if (cell !== undefined) return cell;
  const end = apart.exec(text)?.[1];
  if (end !== undefined || struck.test(text)) return end ?? text.replace(/~~[^~]*~~/g, " ");
  return first.test(text) ? text.slice(0, 200) : undefined;
}

/** The cells of a row, separated by bars or spaces; empty for a paragraph. */
function cellsOf([line = "", ...others]: readonly string[]): readonly string[] {
  if (others.length > 0) return [];
  if (/^\s{0,3}\|/.test(line)) return line.slice(0, maxLine).split("|");
  return /^(?: {4}|\t)/.test(line) ? line.slice(0, maxLine).trim().split(/ {2,}/) : [];
}

function namesIn(text: string): readonly string[] {
  const names = [...text.slice(0, 300).matchAll(named)].flatMap(
    ([, ...found]) => found.find((its) => its !== undefined) ?? [],
  );
  return [...new Set(names.map((name) => (name.includes("-") ? name : String(Number(name)))))];
}
