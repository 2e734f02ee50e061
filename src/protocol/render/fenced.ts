/** Puts untrusted text into a code fence that nothing inside it can close. */

import { cleanText } from "./clean-text.ts";
import { longestRun } from "./code.ts";
import { Safe } from "./safe.ts";

const maxFenced = 50_000;
/**
 * Longer runs are shortened: the fence has to be longer than any of them, and a comment's length is limited.
 */
const maxRun = 100;

/** They would sign for somebody, or show a picture in place of the text. */
const effective = /^(?:signalbox|geojson|math|mermaid|stl|topojson)$/i;

/** @param info language of the content; letters and digits only, and none that has an effect */
export function fenced(text: string, info = ""): Safe {
  const clean = cleanText(text).replace(/`{101,}|~{101,}/g, (run) => run.slice(0, maxRun));
  const cut = clean.length > maxFenced ? `${clean.slice(0, maxFenced).toWellFormed()}\n… (shortened)` : clean;
  const isInert = /^[a-z0-9-]{1,30}$/i.test(info) && !effective.test(info);
  return new Safe(fenceAround(cut, isInert ? info : ""));
}

/** The text in a fence longer than any run inside it. */
export function fenceAround(text: string, info: string): string {
  const ticks = longestRun(text, "`");
  const tildes = longestRun(text, "~");
  const fence =
    ticks <= Math.max(tildes, 2) ? "`".repeat(Math.max(3, ticks + 1)) : "~".repeat(Math.max(3, tildes + 1));
  return `${fence}${info}\n${text}\n${fence}`;
}
