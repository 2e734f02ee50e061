/**
 * Inspects Markdown as GitHub renders it and reports what is active: mentions, references, links, HTML,
 * commands, open fences, invisible characters. It shares no code with the renderer that it checks, and is
 * stricter than GitHub.
 */
import type { Known } from "./hostile-handling.ts";

const maxLength = 60_000;

/** Problems of one text of ours; empty if nothing in it is active. */
export function livingIn(markdown: string, known: Known): readonly string[] {
  const complaints: string[] = [];
  if (markdown.length > maxLength) complaints.push(`it has ${markdown.length} characters`);
  if (!markdown.isWellFormed()) complaints.push("it has a lone surrogate");
  const unseen = unseenIn(markdown);
  if (unseen !== undefined) complaints.push(`it has ${unseen}`);
  const { paragraphs, problems } = paragraphsOf(markdown);
  return [...complaints, ...problems, ...paragraphs.flatMap((text) => aliveIn(text, known))];
}

/** Controls, zero-width and direction marks, tags, line separators: first and last of each range. */
const unseen: readonly (readonly [number, number])[] = [
  ...([
    [0x00, 0x08],
    [0x0b, 0x0c],
    [0x0e, 0x1f],
    [0x7f, 0x9f],
    [0xad, 0xad],
    [0x061c, 0x061c],
  ] as const),
  ...([
    [0x180e, 0x180e],
    [0x200b, 0x200f],
    [0x2028, 0x202e],
    [0x2060, 0x206f],
    [0xfeff, 0xfeff],
  ] as const),
  ...([
    [0xfff9, 0xfffb],
    [0xe0000, 0xe0fff],
  ] as const),
];

function unseenIn(text: string): string | undefined {
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (code < 0x20 ? code !== 0x09 && code !== 0x0a && code !== 0x0d : code > 0x7e)
      if (unseen.some(([first, last]) => code >= first && code <= last))
        return `the character U+${code.toString(16).padStart(4, "0")}`;
  }
  return undefined;
}

interface Paragraphs {
  readonly paragraphs: readonly string[];
  readonly problems: readonly string[];
}

/** The text outside fences, without quote and list markers, split where inline code cannot continue. */
function paragraphsOf(markdown: string): Paragraphs {
  const paragraphs: string[] = [];
  const problems: string[] = [];
  let lines: string[] = [];
  let fence: { readonly mark: string; readonly depth: number } | undefined;
  const cut = (): void => {
    if (lines.length > 0) paragraphs.push(lines.join("\n"));
    lines = [];
  };
  for (const line of markdown.split(/\r\n|\n|\r/)) {
    const rest = fence === undefined ? undefined : withinQuotes(line, fence.depth);
    if (fence !== undefined && rest !== undefined) {
      const closing = /^ {0,3}(`+|~+)[ \t]*$/.exec(rest)?.[1] ?? "";
      if (closing.startsWith(fence.mark)) fence = undefined;
      continue;
    }
    const quote = /^(?: {0,3}> ?)*/.exec(line)?.[0] ?? "";
    const depth = quote.split(">").length - 1;
    const inside = line.slice(quote.length);
    if (fence !== undefined) problems.push("a fence ends with its quote");
    fence = undefined;
    const opening = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/.exec(inside)?.[1];
    if (opening !== undefined) {
      cut();
      fence = { mark: opening, depth };
      continue;
    }
    if (/^\/[a-z]/i.test(line) || /^\/[a-z]/i.test(inside))
      problems.push(`a line reads as a command: ${inside.slice(0, 40)}`);
    const words = withoutMarks(inside);
    if (/^(?:`{3,}[^`]*|~{3,}.*)$/.test(words)) problems.push("a fence begins in a list");
    if (words.trim() === "" || words !== inside) cut();
    lines.push(words);
  }
  cut();
  if (fence !== undefined) problems.push("a fence is left open");
  return { paragraphs, problems };
}

/** The line without this many quote markers; undefined if it has fewer. */
function withinQuotes(line: string, depth: number): string | undefined {
  let rest = line;
  for (let level = 0; level < depth; level++) {
    const [mark] = /^ {0,3}> ?/.exec(rest) ?? [];
    if (mark === undefined) return undefined;
    rest = rest.slice(mark.length);
  }
  return rest;
}

function withoutMarks(line: string): string {
  let rest = line.trimStart();
  for (let before = ""; rest !== before; ) {
    before = rest;
    rest = rest.replace(/^(?:[-*+]|\d{1,9}[.)])(?:\s+|$)/, "");
  }
  return rest;
}

const ourTags = new Set(["<details>", "</details>", "<summary>", "</summary>"]);
const referred = /(?<![\w&])(?:([\w.-]+\/[\w.-]+)?#|\bgh-)(\d+)\b/giu;
const mentioned = /(?<![\p{L}\p{N}_`])@([\p{L}\p{N}_](?:[\p{L}\p{N}_/-]*[\p{L}\p{N}_])?)/gu;
const addressed =
  /(?<![a-z0-9+.-])[a-z][a-z0-9+.-]*:\/\/|\bwww\.\w|\b(?:javascript|vbscript|data|mailto|xmpp):\S/iu;

/** The whole hash that an approval refers to. */
const ourHash = /^<!-- text [0-9a-f]{64} -->/;

/**
 * A paragraph's effect after Markdown is processed: code is inert, escapes and entities are replaced by their
 * characters.
 */
function aliveIn(paragraph: string, known: Known): readonly string[] {
  const { text, markup } = inlineOf(paragraph);
  const complaints = markup.map((found) => `there is markup: ${found}`);
  for (const [found, , digits] of text.matchAll(referred))
    if (found.includes("/") || !known.issues.includes(Number(digits)))
      complaints.push(`a reference: ${found}`);
  for (const [found, login = ""] of text.matchAll(mentioned))
    if (!known.people.includes(login)) complaints.push(`a mention: ${found}`);
  const address = addressed.exec(text)?.[0];
  if (address !== undefined) complaints.push(`an address: ${address}`);
  return complaints;
}

/** Inline text with code removed; `markup` is the unescaped part, which could start a tag or a link. */
function inlineOf(paragraph: string): { readonly text: string; readonly markup: readonly string[] } {
  const markup: string[] = [];
  const runs = backtickRuns(paragraph);
  let text = "";
  let at = 0;
  while (at < paragraph.length) {
    const character = paragraph[at] ?? "";
    if (character === "\\" && /[!-/:-@[-`{-~]/.test(paragraph[at + 1] ?? "")) {
      // Escapes are resolved before mentions and references are searched.
      text += paragraph[at + 1] ?? "";
      at += 2;
    } else if (character === "`") {
      const length = runLength(paragraph, at);
      const end = nextRun(runs.get(length) ?? [], at + length);
      text += end === undefined ? "" : " ";
      at = end === undefined ? at + length : end + length;
    } else {
      const tag = character === "<" ? /^<\/?[a-z]+>/.exec(paragraph.slice(at, at + 20))?.[0] : undefined;
      const hash = ourHash.exec(paragraph.slice(at, at + 90))?.[0];
      if (hash !== undefined) {
        at += hash.length;
        continue;
      }
      if (tag !== undefined && ourTags.has(tag)) {
        at += tag.length;
        continue;
      }
      if (/^(?:<[a-z/!?]|!?\[)/i.test(paragraph.slice(at, at + 2)) && !paragraph.startsWith("[redacted]", at))
        markup.push(paragraph.slice(at, at + 30));
      text += character;
      at += 1;
    }
  }
  return { text: decoded(text), markup };
}

/** The first of these positions from `from` on; earlier ones are dropped, because reading never goes back. */
function nextRun(places: number[], from: number): number | undefined {
  const ahead = places.findIndex((place) => place >= from);
  places.splice(0, ahead < 0 ? places.length : ahead);
  return places[0];
}

/** Start positions of backtick runs by length, in order. */
function backtickRuns(text: string): ReadonlyMap<number, number[]> {
  const runs = new Map<number, number[]>();
  for (const { index, 0: run } of text.matchAll(/`+/g)) {
    const places = runs.get(run.length) ?? [];
    places.push(index);
    runs.set(run.length, places);
  }
  return runs;
}

function runLength(text: string, at: number): number {
  let end = at;
  while (text[end] === "`") end += 1;
  return end - at;
}

const names: Readonly<Record<string, string>> = {
  amp: "&",
  commat: "@",
  num: "#",
  lt: "<",
  gt: ">",
  colon: ":",
  sol: "/",
};

/** Entities are decoded once: the result is text, never markup. */
function decoded(text: string): string {
  return text.replace(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]{2,8}));/gi,
    (whole, hex?: string, decimal?: string, name?: string) => {
      if (name !== undefined) return names[name.toLowerCase()] ?? whole;
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}
