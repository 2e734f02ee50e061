/**
 * Recognises the lines that mail programs put above the mail that they quote. They are in the language of each
 * program, so what counts is what all have: a date, an address, a colon, a rule of dashes. A line that only may be one
 * counts, too.
 */
import type { Line } from "../markdown/line.ts";

/** Longer lines are no marks of a mail program. */
const maxLength = 1_000;
/** Mail programs wrap lines, and an introduction or a rule may be longer than two. */
const maxWrapped = 3;
/** The shortest line that a mail program wraps. */
const leastWrapped = 40;
/** As many lines of a header block as are looked at. */
const maxHeaders = 12;

/** `-----Original Message-----`, in any language, perhaps wrapped; or Outlook's line of underscores. */
export function ruleBegins(lines: readonly Line[], at: number): boolean {
  const first = markAt(lines, at);
  if (!/^[*]{0,3}[-–—―─]{2}/.test(first)) return /^_{20,}$/.test(first);
  const wrapped = paragraphFrom(lines, at).slice(0, maxWrapped);
  return wrapped.some((_, last) => isRule(wrapped.slice(0, last + 1).join(" ")));
}

/** A line of dashes alone, which some programs put above the rest. */
export function isBareRule({ place, text }: Line): boolean {
  return place === "prose" && /^[-–—―─_*=]{3,}$/.test(cleaned(text));
}

/** Whether what begins with dashes ends with them, too, below or behind words. */
function isRule(text: string): boolean {
  return /[-–—―─]{2}[*]{0,3}$/.test(text) && /\p{L}/u.test(text);
}

/** At least two lines `Word: value`, of which long ones may be wrapped, one of them with an address or a date. */
export function headersBegin(lines: readonly Line[], at: number): boolean {
  if (!isHeader(markAt(lines, at))) return false;
  let [headers, hasSign, mayGoOn] = [0, false, false];
  for (const text of paragraphFrom(lines, at)) {
    const isOne = isHeader(text);
    if (!isOne && !mayGoOn && !text.startsWith("<")) return false;
    headers += isOne ? 1 : 0;
    hasSign ||= hasAddress(text) || hasDate(text);
    if (headers >= 2 && hasSign) return true;
    mayGoOn = text.length >= leastWrapped;
  }
  return false;
}

/** `From: alice`, `*Von:* alice`, `Date de réception : hier` or `发件人：alice`. */
function isHeader(text: string): boolean {
  return /^[*_]{0,3}\p{L}[\p{L}\p{M}'’./-]{0,30}(?: [\p{L}\p{M}'’./-]{1,30}){0,2}[*_]{0,3} ?(?:：|:[*_]{0,3} ) ?\S/u.test(
    text,
  );
}

/**
 * Where the introduction begins of which line `at` is the last; undefined if it is none. It ends in a colon and has a
 * date or an address, or it has both and ends in the address.
 */
export function introductionStart(lines: readonly Line[], at: number): number | undefined {
  const line = lines[at];
  const last = line?.place === "code" ? cleaned(line.text) : markAt(lines, at);
  // A command's own words may end so: "/accept because all checks were made at 10:30:".
  if (line === undefined || line.isHeading === true || /^(?:[-*+] |\/)/.test(last)) return undefined;
  if (line.place === "code") return /[:：]$/.test(last) && hasAddress(last) && hasDate(last) ? at : undefined;
  if (withoutColon.test(last) && hasDate(last)) return goesOn(lines, at) ? undefined : at;
  if (!/[:：]$/.test(last)) return undefined;
  if (hasAddress(last) && hasDate(last)) return at;
  const start = wrappedStart(lines, at, hasAddress(last) || hasDate(last));
  const whole = lines.slice(start, at + 1).map(({ text }) => cleaned(text));
  const isOne = phrases.test(whole.join(" ")) || whole.some((text) => hasAddress(text) || hasDate(text));
  return isOne ? start : undefined;
}

/**
 * Whether no author would write such lines but about a mail: with an address in angle brackets, three headers or more, or
 * an introduction that a program is known to write. Else they may be a list of values, or a sentence with a date.
 * @param last the last line of the mark, as far as it was read
 */
export function isSurelyMail(lines: readonly Line[], from: number, last: number): boolean {
  const texts = lines.slice(from, from + maxHeaders).map(({ text }) => cleaned(text));
  const block = texts.slice(0, [...texts, ""].indexOf(""));
  const mark = block.slice(0, last - from + 1);
  if (wrote.test(mark.join(" ")) || mark.some((text) => withoutColon.test(text))) return true;
  const isBracketed = block.some((text) => hasAddress(text) && /<[^\s<>@]{1,200}@[^<>\s]{1,200}>/.test(text));
  return isBracketed || block.filter(isHeader).length >= 3;
}

/** "wrote", as programs write it. */
const wrote =
  /(?<!\p{L})(?:wrote|schrieb|(?:a|ont) écrit|escribió|escreveu|scritto|schreef|geschreven|skrev|kirjoitti|napisała?|napsal|написала?|yazdı|כתב|كتب)(?!\p{L})|写道|寫道|のメール|작성/iu;

/** Whether a line below ends with a colon an introduction to which this one belongs. */
function goesOn(lines: readonly Line[], at: number): boolean {
  return lines.slice(at + 1, at + maxWrapped).some((line, place) => {
    const text = cleaned(line.text);
    const isSure = hasAddress(text) || hasDate(text);
    return /[:：]$/.test(text) && wrappedStart(lines, at + 1 + place, isSure) <= at;
  });
}

/** A date above an address, or a name: `2026/11/27 Alice <alice@x.org>`, `2026-11-27 10:12 GMT+01:00 Alice`. */
const withoutColon = /<[^\s<>@]{1,200}@[^<>\s]{1,200}>$|^[\p{Nd}/.-]{8,10} \p{Nd}{1,2}:\p{Nd}{2} GMT[+-]/u;

/** Introductions without a date and an address, of programs that were seen to write such. */
const phrases = /^(?:on\s.{1,300}\swrote|am\s.{1,300}\sschrieb.{0,100}|le\s.{1,300}\sa écrit\s?)\s?:$/i;

/**
 * The first line of the introduction: a line above that ends a sentence belongs to it only if it has a date or an
 * address, and where the last line has neither, only if the line above it was long enough to be wrapped.
 */
function wrappedStart(lines: readonly Line[], at: number, isSure: boolean): number {
  const { paragraph } = lines[at] ?? {};
  let isOne = isSure;
  let start = at;
  while (at - start < maxWrapped - 1 && paragraph !== undefined) {
    const above = lines[start - 1];
    if (above?.paragraph !== paragraph) break;
    const text = cleaned(above.text);
    const isApart =
      text.startsWith("/") || (/[.!?:。！？：]$/.test(text) && !hasAddress(text) && !hasDate(text));
    if (isApart || !(isOne || text.length >= leastWrapped || /^<\S+>$/.test(text))) break;
    isOne ||= hasAddress(text) || hasDate(text);
    start--;
  }
  return start;
}

/** The line without invisible characters and outer white space; empty if a mark cannot stand there. */
function markAt(lines: readonly Line[], at: number): string {
  const line = lines[at];
  return line === undefined || line.place !== "prose" || line.text.length > maxLength
    ? ""
    : cleaned(line.text);
}

/** Right-to-left texts have invisible marks around the colon, French ones a no-break space before it. */
function cleaned(text: string): string {
  return text
    .slice(0, maxLength)
    .replace(/\p{Cf}/gu, "")
    .replace(/\s+/g, " ")
    .trim();
}

/** The lines from `at` to the next empty one, as far as marks can stand there. Addresses may look like broken HTML. */
function paragraphFrom(lines: readonly Line[], at: number): readonly string[] {
  const texts: string[] = [];
  for (const { place, text } of lines.slice(at, at + maxHeaders)) {
    const line = place === "prose" || place === "comment" ? cleaned(text) : "";
    if (line === "" || line.startsWith("/")) break;
    texts.push(line);
  }
  return texts;
}

function hasAddress(text: string): boolean {
  // From each @ outwards: a search for the part before it would begin again at each of its characters.
  for (let at = text.indexOf("@"); at >= 0; at = text.indexOf("@", at + 1))
    if (/[^\s@<>()[\]:;,"]/.test(text.charAt(at - 1)) && domain.test(text.slice(at + 1, at + 202)))
      return true;
  return false;
}

const domain = /^[^\s@<>()[\]:;,"]{1,100}\.[\p{L}\d-]{2,}/u;

const time = /(?<!\p{Nd})\p{Nd}{1,2}(?:[:h時点시]|시 )\p{Nd}{2}(?!\p{Nd})/u;
/** With a year of four digits, or of two after two numbers with two digits each. */
const numbers =
  /(?<!\p{Nd})(?:\p{Nd}{1,2}([./-]) ?\p{Nd}{1,2}\1 ?\p{Nd}{4}|\p{Nd}{4}([./-]) ?\p{Nd}{1,2}\2 ?\p{Nd}{1,2}|\p{Nd}{2}([./-])\p{Nd}{2}\3\p{Nd}{2}|\p{Nd}{1,2}\/\p{Nd}{1,2}\/\p{Nd}{2})(?!\p{Nd})/u;
const year = "(?:(?:19|20|25)\\d{2}|(?!\\d)\\p{Nd}{4})(?!\\p{Nd})";
const month = "\\p{L}[\\p{L}\\p{M}'’׳]{1,15}\\.?,?";
const day = "(?<!\\p{Nd})\\p{Nd}{1,2}(?!\\p{Nd})(?:\\.|st|nd|rd|th|er|º)?";
const of = "(?:de |of |d’|d')?";
/** `27. November 2026`, `27 de nov. de 2026`, `Nov 27, 2026`, `2026. nov. 27.`, `2026年11月27日`. */
const named = new RegExp(
  [
    `${day}[ ,-]{1,2}${of}${month}[ -]${of}${year}`,
    `${month} ${day},? ${year}`,
    `${year}\\.? ${month} ${day}`,
    `${year} ?[年년] ?${day}`,
  ].join("|"),
  "iu",
);

/** A date or a time, in the digits of any script. */
function hasDate(text: string): boolean {
  if (!/\p{Nd}/u.test(text)) return false;
  return time.test(text) || numbers.test(text) || named.test(text);
}
