/** Takes the names of repositories, and of issues there, out of a text. */

export const elsewhere = "an issue in another repository";
const somewhere = "another repository";

/** What may follow the name of a repository and says more of it: the rest of an address, an issue, a comment, a commit. */
const more = /(?:\.git)?(?:(?:\/|%2f)[^\s<>()[\]"'`]*|#\d{1,9}(?:#[\w-]+)?|@[\da-f]{4,40})?/iy;
const issuePart = /#\d|\/(?:issues|pull)\/\d|%2f(?:issues|pull)%2f\d/i;
const restOfName = /[\w.-]*/y;
/** Longer than any host. */
const maxPageStart = 300;

const issueAnywhere =
  /(?:https?:\/\/[^\s/]{1,253}\/)?(?<![A-Za-z0-9-])([A-Za-z0-9][\w-]{0,38}\/[\w.-]{1,100})(?:#|\/(?:issues|pull)\/)\d{1,9}(?:#[\w-]+)?/g;

/** The text with every issue replaced that is in none of the repositories. @param listed in lower case */
export function withoutUnlisted(text: string, listed: ReadonlySet<string>): string {
  if (!text.includes("/")) return text;
  return text.replace(issueAnywhere, (found, name: string) =>
    listed.has(inLowerCase(name)) ? found : elsewhere,
  );
}

/** The text with every mention of the repository, or of an issue there, replaced. @param name in lower case */
export function withoutName(text: string, name: string): string {
  const searched = inLowerCase(text);
  let done = "";
  let from = 0;
  for (let at = searched.indexOf(name); at >= 0; at = searched.indexOf(name, at + 1)) {
    const end = at + name.length;
    if (at < from || !standsAlone(text, at, end)) continue;
    more.lastIndex = end;
    const [part = ""] = more.exec(text) ?? [];
    done += text.slice(from, startOfPage(text, from, at)) + (issuePart.test(part) ? elsewhere : somewhere);
    from = end + withoutLast(part, ".,;:!?").length;
  }
  return done + text.slice(from);
}

/** Changes ASCII letters alone, so that places in the text stay the same. */
export function inLowerCase(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/**
 * `acme/demo` is not in `acme/demo-2`, `acme/demo.js` or `macme/demo`; a full stop may follow it, and emphasis
 * may surround it.
 */
function standsAlone(text: string, at: number, end: number): boolean {
  if (/[A-Za-z0-9.-]/.test(text[at - 1] ?? "")) return false;
  restOfName.lastIndex = end;
  const rest = withoutLast(restOfName.exec(text)?.[0] ?? "", "._-").toLowerCase();
  return rest === "" || rest === ".git";
}

/** Without those signs at its end; an expression for that takes quadratic time. */
function withoutLast(text: string, signs: string): string {
  let end = text.length;
  while (end > 0 && signs.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** Where the address of the page begins whose path begins at `at`; `at` itself if it is no address. */
function startOfPage(text: string, from: number, at: number): number {
  if (text[at - 1] !== "/") return at;
  const start = text.lastIndexOf("http", at);
  const isAddress = start >= from && at - start < maxPageStart && !/\s/.test(text.slice(start, at));
  return isAddress ? start : at;
}
