/**
 * What a template can do with a value besides printing it: quote, fence, name, mention, link. A newcomer would print
 * a decision as it is; printing makes one neutral line of it, quoting keeps its lines and its code.
 */

import { writeEnvelope } from "../protocol/envelope.ts";
import { parseRefs } from "../protocol/ref.ts";
import { inCode } from "../protocol/render/code.ts";
import { fenced } from "../protocol/render/fenced.ts";
import { issueRef, mention, person } from "../protocol/render/names.ts";
import { plain } from "../protocol/render/plain.ts";
import { quoted, said } from "../protocol/render/quoted.ts";
import { Words } from "../protocol/render/render.ts";
import { Safe } from "../protocol/render/safe.ts";

/** Longer bodies are not shown for pasting: a comment could not hold them whole. */
const maxPaste = 40_000;

/** The helpers by the name that templates use. */
export const speak = {
  is: (value: unknown, expected: unknown): boolean => raw(value) === raw(expected),
  fits: (value: unknown): boolean => raw(value) !== "" && raw(value).length <= maxPaste,
  quote: (value: unknown): Safe => quoted(raw(value)),
  say: (value: unknown): Safe => said(raw(value)),
  decimal: (value: unknown): string => (typeof value === "number" ? value.toFixed(2) : ""),
  fence: (value: unknown, info: unknown): Safe => fenced(raw(value), raw(info)),
  code: (value: unknown): Safe =>
    new Safe(inCode(raw(value).replace(/\s+/g, " ").slice(0, 500).toWellFormed())),
  person: (value: unknown): Safe => person(raw(value)),
  people: (values: unknown): Safe => listed(values, person),
  path: (value: unknown): Safe => pathOf(raw(value)),
  mentions: (values: unknown): Safe => listed(values, mention),
  envelope: (refs: unknown): Safe => envelopeOf(Array.isArray(refs) ? refs.map(raw) : []),
  issue: (value: unknown): Safe => issueNamed(raw(value)),
  issues: (values: unknown): Safe => listed(values, issueNamed),
  count: (values: unknown, noun: unknown): string => {
    const { length } = Array.isArray(values) ? values : [];
    return `${length} ${raw(noun)}${length === 1 ? "" : "s"}`;
  },
};

/** The string behind a value; empty for anything that is none. */
function raw(value: unknown): string {
  if (value instanceof Words) return value.raw;
  return typeof value === "string" ? value : "";
}

/** A path of plain characters may be a link's target; anything else stays words. */
function pathOf(path: string): Safe {
  return /^[\w./-]{1,500}$/.test(path) ? new Safe(path) : plain(path);
}

/** A name such as `#40` becomes a reference; whatever is no name stays words. */
function issueNamed(name: string): Safe {
  const [ref] = /^[\w./-]{0,140}#\d{1,9}$/.test(name) ? parseRefs(name) : [];
  return ref === undefined ? plain(name) : issueRef(ref);
}

/** Readers take no more. */
const maxLinks = 50;

/** The block at the end of a body of ours. */
function envelopeOf(refs: readonly string[]): Safe {
  return new Safe(writeEnvelope({ v: "1.0", from: "signalbox", refs: refs.slice(0, maxLinks) }));
}

/** `a`, `a and b`, `a, b and c`. */
function listed(values: unknown, each: (text: string) => Safe): Safe {
  const items = (Array.isArray(values) ? values : []).map((value) => each(raw(value)).toString());
  const last = items.pop() ?? "";
  return new Safe(items.length === 0 ? last : `${items.join(", ")} and ${last}`);
}
