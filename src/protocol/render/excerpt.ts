/** Quotes the beginning of a text, with a link to the rest where it was cut. */

import { parseRefs } from "../references/ref.ts";
import { issueRef } from "./names.ts";
import { plain } from "./plain.ts";
import { blockQuote } from "./quoted.ts";
import { Safe } from "./safe.ts";
import { shorten, shortenLines } from "./shorten.ts";
import { sourceAddress } from "./source.ts";

/** Where the whole text is. */
export interface Whole {
  /** `#24`, `acme/demo#40#issuecomment-7`, or a citation; anything else is not linked. */
  readonly place: string;
  /** The `owner/repo` of a citation without one. */
  readonly home: string;
  /** Root of GitHub's web pages. */
  readonly webUrl: string;
}

/** A block quote of at most `most` characters. */
export function excerpt(text: string, maxLength: number, whole: Whole): Safe {
  const shown = shortenLines(text, maxLength);
  const quote = blockQuote(shown).toString();
  const link = shown === text.trim() ? "" : wholeLink(whole);
  return new Safe(link === "" ? quote : `${quote}${endsInCode(quote) ? "\n>\n> " : " "}${link}`);
}

/** The excerpt for use within a sentence, which brings its own full stop. */
export function inline(text: string, maxLength: number, whole: Whole): Safe {
  const line = text.replace(/\s+/g, " ").trim();
  const words = line.endsWith(".") && !line.endsWith("..") ? line.slice(0, -1) : line;
  const shown = shorten(words, maxLength);
  const link = shown === words ? "" : wholeLink(whole);
  return new Safe(`${plain(shown)}${link === "" ? "" : ` ${link}`}`);
}

/** A link on a line of code would be shown as code. */
function endsInCode(quote: string): boolean {
  return /(?:^|\n)> (?:[ \t]{4}|[ \t]{0,3}(?:`{3}|~{3}))[^\n]*$/.test(quote);
}

const commentForm = /^([\w.-]{1,100}\/[\w.-]{1,100})#(\d{1,9})#issuecomment-(\d{1,15})$/;

function wholeLink({ place, home, webUrl }: Whole): string {
  const [, repository, number, comment] = commentForm.exec(place) ?? [];
  if (comment !== undefined)
    return `([all of it](${webUrl}/${repository}/issues/${number}#issuecomment-${comment}))`;
  const [ref] = /^[\w./-]{0,140}#\d{1,9}$/.test(place) ? parseRefs(place) : [];
  if (ref !== undefined) return `(all of it in ${issueRef(ref)})`;
  const address = sourceAddress(place, home, webUrl);
  return address === undefined ? "" : `([all of it](${address}))`;
}
