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

const pageForm = /https?:\/\/[^\s/]{1,255}\/([\w.-]{1,100}\/[\w.-]{1,100})\/(?:issues|pull)\/\d{1,9}/g;
const nameForm = /(?<![\w.-])([\w.-]{1,100}\/[\w.-]{1,100})(#\d{1,9})?/g;

export interface Hiding {
  readonly value: <T>(value: T) => T;
}

/** @param hidden repositories that the reader may not see */
export function hideElsewhere(hidden: readonly RepositoryName[]): Hiding {
  const names = new Set(hidden.map(({ owner, repo }) => `${owner}/${repo}`.toLowerCase()));
  const isHidden = (name: string): boolean =>
    names.has(name.toLowerCase()) || names.has(name.toLowerCase().replace(/[.-]+$/, ""));
  const inText = (text: string): string =>
    text.includes("/")
      ? text
          .replace(pageForm, (page, name: string) => (isHidden(name) ? elsewhere : page))
          .replace(nameForm, (found, name: string, number?: string) => {
            if (!isHidden(name)) return found;
            return number === undefined ? "another repository" : elsewhere;
          })
      : text;
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
  return { value: names.size === 0 ? (value) => value : (value) => sameShape(value, anywhere(value)) };
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
