/** Somebody's text in a code fence that nothing inside it can close. */
import { visible } from "../characters.ts";
import { longestRun } from "./code.ts";
import { redact } from "./redact.ts";
import { Safe } from "./safe.ts";

const maxFenced = 50_000;
/** Runs longer than this are shortened: a fence has to be longer, and a comment has an end. */
const maxRun = 100;

/** @param info language of the content, letters and digits only */
export function fenced(text: string, info = ""): Safe {
  const clean = visible(redact(text)).replace(/`{101,}|~{101,}/g, (run) => run.slice(0, maxRun));
  const cut = clean.length > maxFenced ? `${clean.slice(0, maxFenced).toWellFormed()}\n… (shortened)` : clean;
  return new Safe(fenceAround(cut, /^[a-z0-9-]{1,30}$/i.test(info) ? info : ""));
}

/** The text in a fence longer than any inside. */
export function fenceAround(text: string, info: string): string {
  const [ticks, tildes] = [longestRun(text, "`"), longestRun(text, "~")];
  const fence =
    ticks <= Math.max(tildes, 2) ? "`".repeat(Math.max(3, ticks + 1)) : "~".repeat(Math.max(3, tildes + 1));
  return `${fence}${info}\n${text}\n${fence}`;
}
