/**
 * The functions that templates call on values: quote, fence, name, mention, link. Printing a value flattens it
 * to one neutral line; to keep the lines and code of a decision, quote it.
 */

import { writeEnvelope } from "../protocol/envelope/envelope.ts";
import { parseRefs } from "../protocol/references/ref.ts";
import { inCode } from "../protocol/render/code.ts";
import { excerpt, inline } from "../protocol/render/excerpt.ts";
import { fenced } from "../protocol/render/fenced.ts";
import { issueRef, mention, person } from "../protocol/render/names.ts";
import { neutralLine, plain } from "../protocol/render/plain.ts";
import { blockQuote, neutralLines } from "../protocol/render/quoted.ts";
import { redact } from "../protocol/render/redact.ts";
import { Words } from "../protocol/render/render.ts";
import { Safe } from "../protocol/render/safe.ts";
import { shorten } from "../protocol/render/shorten.ts";
import { commitLink, sourceLink } from "../protocol/render/source.ts";
import { policyRowIn } from "../protocol/settings/policy-grant.ts";
import { bareTitle } from "../protocol/title.ts";

/** How many characters of a user's text are quoted; the rest is linked. */
const maxExcerpt = 300;
const maxTitle = 60;
/** Longer bodies are not shown for pasting: a comment could not hold them whole. */
const maxPaste = 40_000;

/** GitHub's base URL. */
const github = "https://github.com";

/** A quote with the blank line that ends it: without one, the next sentence of ours would be part of it. */
const apart = (quote: Safe): Safe => new Safe(`${quote}\n`);

/** The helpers by the name that templates use. @param webUrl GitHub's base URL */
export const templateHelpers = (webUrl: string = github) => ({
  is: (value: unknown, expected: unknown): boolean => raw(value) === raw(expected),
  fits: (value: unknown): boolean => raw(value) !== "" && raw(value).length <= maxPaste,
  quote: (value: unknown): Safe => apart(blockQuote(raw(value))),
  /** The beginning of a user's text, enough to recognise it, with a link to `place` if it is cut. */
  excerpt: (value: unknown, max: unknown, place: unknown, home: unknown): Safe =>
    apart(excerpt(raw(value), Number(max) || maxExcerpt, { place: raw(place), home: raw(home), webUrl })),
  inline: (value: unknown, max: unknown, place: unknown): Safe =>
    inline(raw(value), Number(max) || maxExcerpt, { place: raw(place), home: "", webUrl }),
  titleOf: (value: unknown, max: unknown): Safe =>
    plain(shorten(bareTitle(raw(value)), Number(max) || maxTitle)),
  short: (value: unknown, max: unknown): Safe => plain(shorten(raw(value), Number(max) || maxTitle)),
  /** A title in front of other text. */
  leadIn: (value: unknown, max: unknown): Safe => leadIn(bareTitle(raw(value)), Number(max) || maxTitle),
  noneOf: (values: unknown): Safe => noneOf(values),
  source: (citation: unknown, home: unknown): Safe => sourceLink(raw(citation), raw(home), webUrl),
  commitAt: (sha: unknown, home: unknown): Safe => commitLink(raw(sha), raw(home), webUrl),
  pageAt: (address: unknown, words: unknown): Safe => pageLink(raw(address), String(words)),
  policy: (row: unknown): Safe => plain(policyRowIn(raw(row)) ?? raw(row)),
  titled: (values: unknown): Safe => titledList(values),
  titledOne: (value: unknown): Safe => titledItem(value),
  waits: (values: unknown): string => (lengthOf(values) === 1 ? "waits" : "wait"),
  decides: (options: unknown): Safe => new Safe(commandsFor("decide", lengthOf(options))),
  votesFor: (options: unknown): Safe => new Safe(commandsFor("vote", lengthOf(options))),
  more: (values: unknown, max: number): string => moreThan(lengthOf(values), max),
  first: (values: unknown, max: number): readonly unknown[] =>
    Array.isArray(values) ? values.slice(0, max) : [],
  beyond: (values: unknown, max: number): readonly unknown[] =>
    Array.isArray(values) ? values.slice(max) : [],
  any: (...values: readonly unknown[]): boolean =>
    values.slice(0, -1).some((value) => (Array.isArray(value) ? value.length > 0 : value === true)),
  complaint: (message: unknown, section: unknown): Safe => withBoldStart(raw(message), raw(section)),
  commandNames: (commands: unknown): Safe => new Safe(commandNames(commands)),
  last: (values: unknown, max: number): readonly unknown[] =>
    Array.isArray(values) ? values.slice(-max) : [],
  say: (value: unknown): Safe => neutralLines(raw(value)),
  decimal: (value: unknown): string => (typeof value === "number" ? value.toFixed(2) : ""),
  fence: (value: unknown, info: unknown): Safe => fenced(raw(value), raw(info)),
  code: (value: unknown): Safe =>
    new Safe(inCode(raw(value).replace(/\s+/g, " ").slice(0, 500).toWellFormed())),
  person: (value: unknown): Safe => person(raw(value)),
  people: (values: unknown): Safe => listed(values, person),
  path: (value: unknown): Safe => pathOf(raw(value)),
  mentions: (values: unknown, maxLength: unknown): Safe =>
    mentioned(values, Number(maxLength) || maxMentionsLength),
  one: (values: unknown): boolean => lengthOf(values) === 1,
  envelope: (refs: unknown): Safe => envelopeOf(Array.isArray(refs) ? refs.map(raw) : []),
  issue: (value: unknown): Safe => issueNamed(raw(value)),
  issues: (values: unknown): Safe => listed(values, issueNamed),
  count: (values: unknown, noun: unknown, plural: unknown): string => {
    const length = lengthOf(values);
    return `${length} ${length === 1 ? raw(noun) : raw(plural) || `${raw(noun)}s`}`;
  },
});

/** An error message with the section that it begins with in bold. */
function withBoldStart(message: string, start: string): Safe {
  if (start === "" || !message.startsWith(start)) return plain(message);
  return new Safe(
    `**${plain(start)}**${neutralLine(redact(message.slice(start.length).replace(/\s+/g, " ")))}`,
  );
}

/** The names of all commands in one line. */
function commandNames(commands: unknown): string {
  const all: readonly { readonly usage?: unknown }[] = Array.isArray(commands) ? commands : [];
  return all.map(({ usage }) => inCode(raw(usage).split(" ", 1)[0] ?? "")).join(", ");
}

function lengthOf(values: unknown): number {
  return Array.isArray(values) ? values.length : 0;
}

/** `#9 Page layout`, `#9 Page layout and #10 Footer`, `#9 Page layout and 3 more`. */
function titledList(values: unknown): Safe {
  const items: readonly unknown[] = Array.isArray(values) ? values : [];
  const shown = items.length > 2 ? items.slice(0, 1) : items;
  const named = shown.map((item) => titledItem(item).toString());
  const rest = items.length - shown.length;
  return new Safe([...named, ...(rest === 0 ? [] : [`${rest} more`])].join(" and "));
}

function titledItem(item: unknown): Safe {
  const { name, title } =
    item !== null && typeof item === "object" ? { name: "", title: "", ...item } : { name: item, title: "" };
  const words = shorten(bareTitle(raw(title)), maxTitle);
  return new Safe(`${issueNamed(raw(name))}${words === "" ? "" : ` ${plain(words)}`}`);
}

/** The commands that choose one of `options`. */
function commandsFor(command: "decide" | "vote", options: number): string {
  const one = (number: number): string => `\`/${command} ${number}\``;
  if (options > 3) return `${one(1)} to ${one(options)}`;
  const all = Array.from({ length: options }, (_, index) => one(index + 1));
  const last = all.pop() ?? "";
  return all.length === 0 ? last : `${all.join(", ")} or ${last}`;
}

function moreThan(length: number, max: number): string {
  return length > max ? `and ${length - max} more` : "";
}

/** The string behind a value; empty for anything else. */
function raw(value: unknown): string {
  if (value instanceof Words) return value.raw;
  return typeof value === "string" ? value : "";
}

/** A link for a path of plain characters; for any other path, only its text. */
function pathOf(path: string): Safe {
  return /^[\w./-]{1,500}$/.test(path) ? new Safe(path) : plain(path);
}

/** A link to one of our own pages; for anything that is no plain address, only the words. */
function pageLink(address: string, words: string): Safe {
  const isPlain = /^https?:\/\/[\w.:[\]-]{1,250}(?:\/[\w./-]{0,300})?$/.test(address);
  return isPlain ? new Safe(`[${words}](${address})`) : plain(words);
}

/** A reference for a name such as `#40`; for anything else, only its text. */
function issueNamed(name: string): Safe {
  const [ref] = /^[\w./-]{0,140}#\d{1,9}$/.test(name) ? parseRefs(name) : [];
  return ref === undefined ? plain(name) : issueRef(ref);
}

/** Parsers accept no more. */
const maxLinks = 50;

/** The envelope at the end of our bodies. */
function envelopeOf(refs: readonly string[]): Safe {
  return new Safe(writeEnvelope({ v: "1.0", from: "signalbox", refs: refs.slice(0, maxLinks) }));
}

function leadIn(title: string, max: number): Safe {
  const words = shorten(title, max);
  return new Safe(`${plain(words)}${/[?!:.…]$/.test(words) ? "" : ":"}`);
}

/** `Neither a nor b`, `None of a, b and c`. */
function noneOf(values: unknown): Safe {
  if (lengthOf(values) !== 2) return new Safe(`None of ${listed(values, issueNamed)}`);
  const [first, second] = (Array.isArray(values) ? values : []).map((value) => issueNamed(raw(value)));
  return new Safe(`Neither ${first} nor ${second}`);
}

/** Maximum length of the mentions: assignees are notified of each comment anyway. */
const maxMentionsLength = 100;

function mentioned(values: unknown, maxLength: number): Safe {
  const all = (Array.isArray(values) ? values : []).map((value) => mention(raw(value)).toString());
  const fitting = all.filter((_, index) => all.slice(0, index + 1).join(", ").length <= maxLength).length;
  const shown = all.slice(0, Math.max(1, fitting));
  const rest = all.length - shown.length;
  return new Safe(enumerated(rest === 0 ? shown : [...shown, `${rest} more`]));
}

/** `a`, `a and b`, `a, b and c`. */
function listed(values: unknown, each: (text: string) => Safe): Safe {
  return new Safe(
    enumerated((Array.isArray(values) ? values : []).map((value) => each(raw(value)).toString())),
  );
}

function enumerated(items: readonly string[]): string {
  const last = items.at(-1) ?? "";
  return items.length < 2 ? last : `${items.slice(0, -1).join(", ")} and ${last}`;
}
