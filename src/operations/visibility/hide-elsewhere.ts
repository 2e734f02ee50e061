/**
 * Hides what a reader may not see in what the board returns: the names of repositories, the titles of their issues, and
 * everything else that is said about such an issue. Works on values of any shape, so that a field that is added later
 * is covered, too.
 */
import type { RepositoryName } from "../../protocol/references/ref.ts";

export const elsewhere = "an issue in another repository";

/** Properties that name the issue which an object is about. */
const naming = ["ref", "name", "issue"] as const;
/** What may be said of an issue that is hidden: that it is there, and whether it still blocks. */
const harmless: ReadonlySet<string> = new Set(["state", "status", "verdict", "kind"]);

const issuePart = /#\d{1,9}|\/(?:issues|pull)\/\d{1,9}/y;
const wordSign = /[\w-]/;
/** Longer than any host. */
const maxPageStart = 300;

export interface Hiding {
  readonly value: <T>(value: T) => T;
}

/** @param hidden repositories that the reader may not see */
export function hideElsewhere(hidden: readonly RepositoryName[]): Hiding {
  const names = hidden.map(({ owner, repo }) => inLowerCase(`${owner}/${repo}`));
  const inText = (text: string): string => (text.includes("/") ? names.reduce(withoutName, text) : text);
  const isAbout = (value: object): boolean =>
    naming.some((key) => {
      const name: unknown = Reflect.get(value, key);
      return typeof name === "string" && name.length < 400 && inText(name) === elsewhere;
    });

  const inObject = (value: object): object => {
    const isElsewhere = isAbout(value);
    return Object.fromEntries(
      Object.entries(value).map(([key, field]: [string, unknown]) => {
        if (!isElsewhere) return [key, anywhere(field)];
        if (naming.some((name) => name === key) && typeof field === "string") return [key, elsewhere];
        return [key, harmless.has(key) ? field : emptied(field)];
      }),
    );
  };
  const anywhere = (value: unknown): unknown => {
    if (typeof value === "string") return inText(value);
    if (Array.isArray(value)) return value.map(anywhere);
    if (value instanceof Map) return new Map([...value].map(([key, each]) => [key, anywhere(each)]));
    return typeof value === "object" && value !== null ? inObject(value) : value;
  };
  return { value: names.length === 0 ? (value) => value : (value) => sameShape(value, anywhere(value)) };
}

/** The text with every mention of the repository, or of an issue there, replaced. @param name in lower case */
function withoutName(text: string, name: string): string {
  const searched = inLowerCase(text);
  let done = "";
  let from = 0;
  for (let at = searched.indexOf(name); at >= 0; at = searched.indexOf(name, at + 1)) {
    const end = at + name.length;
    if (at < from || !standsAlone(text, at, end)) continue;
    issuePart.lastIndex = end;
    const part = issuePart.exec(text)?.[0] ?? "";
    done += text.slice(from, startOfPage(text, from, at)) + (part === "" ? "another repository" : elsewhere);
    from = end + part.length;
  }
  return done + text.slice(from);
}

/** `acme/demo` is not in `acme/demo-2`, `acme/demo.js` or `macme/demo`; a full stop may follow it. */
function standsAlone(text: string, at: number, end: number): boolean {
  const [before = "", after = "", next = ""] = [text[at - 1], text[end], text[end + 1]];
  if (wordSign.test(before) || before === "." || wordSign.test(after)) return false;
  return after !== "." || !wordSign.test(next);
}

/** Where the address of the page begins whose path begins at `at`; `at` itself if it is no address. */
function startOfPage(text: string, from: number, at: number): number {
  if (text[at - 1] !== "/") return at;
  const start = text.lastIndexOf("http", at);
  const isAddress = start >= from && at - start < maxPageStart && !/\s/.test(text.slice(start, at));
  return isAddress ? start : at;
}

/** Changes ASCII letters alone, so that places in the text stay the same. */
function inLowerCase(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** Only texts change in the walk, and become other texts. */
function sameShape<T>(_: T, changed: unknown): T {
  return changed as T;
}

function emptied(value: unknown): unknown {
  if (typeof value === "string") return "";
  if (Array.isArray(value)) return [];
  return typeof value === "object" && value !== null
    ? Object.fromEntries(Object.entries(value).map(([key, field]) => [key, emptied(field)]))
    : value;
}
