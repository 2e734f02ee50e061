/**
 * Hides what a reader may not see in what the board returns: the names of repositories, the titles of their issues, and
 * everything else that is said about such an issue. Works on values of any shape, so that a field that is added later
 * is covered, too.
 */
import type { RepositoryName } from "../../protocol/references/ref.ts";
import { elsewhere, inLowerCase, withoutName, withoutUnlisted } from "./hide-in-text.ts";

/** Properties that name the issue which an object is about. */
const naming: ReadonlySet<string> = new Set(["ref", "name", "issue"]);
/** What may be said of an issue that is hidden: that it is there, and whether it still blocks. */
const harmless: ReadonlySet<string> = new Set(["state", "status", "verdict", "kind"]);
/**
 * Words of authors, which GitHub shows to the reader as they are: a project of others may be named in them. What we
 * wrote may be older than the removal or the new name of a repository, so it names nothing but what is listed.
 */
const authored: ReadonlySet<string> = new Set([
  "title",
  "body",
  "goal",
  "context",
  "question",
  "options",
  "recommendation",
  "impactOfDelay",
  "finding",
  "actionNeeded",
  "nextSteps",
  "changes",
  "acceptance",
  "purpose",
  "pinnedFiles",
]);

export interface Hiding {
  readonly value: <T>(value: T) => T;
}

/**
 * @param hidden repositories that the reader may not see
 * @param listed those that the reader may see
 */
export function hideElsewhere(hidden: readonly RepositoryName[], listed: readonly RepositoryName[]): Hiding {
  const names = hidden.map(nameOf).flatMap((name) => [name, name.replace("/", "%2f")]);
  const known = new Set(listed.map(nameOf));
  const inWords = (text: string): string => (/[/%]/.test(text) ? names.reduce(withoutName, text) : text);
  const inText = (text: string): string => withoutUnlisted(inWords(text), known);
  const isElsewhere = (value: object): boolean => {
    const [owner, repo]: unknown[] = [Reflect.get(value, "owner"), Reflect.get(value, "repo")];
    if (typeof owner === "string" && typeof repo === "string" && !known.has(nameOf({ owner, repo })))
      return true;
    return [...naming].some((key) => {
      const name: unknown = Reflect.get(value, key);
      return typeof name === "string" && inText(name) !== name;
    });
  };

  const inObject = (value: object, text: typeof inText): object => {
    const isHidden = isElsewhere(value);
    return Object.fromEntries(
      Object.entries(value).map(([key, field]: [string, unknown]) => {
        if (!isHidden) return [key, anywhere(field, authored.has(key) ? inWords : text)];
        if (naming.has(key) && typeof field === "string") return [key, elsewhere];
        return [key, harmless.has(key) ? anywhere(field, inText) : emptied(field)];
      }),
    );
  };
  const anywhere = (value: unknown, text: typeof inText): unknown => {
    if (typeof value === "string") return text(value);
    if (Array.isArray(value)) return value.map((each) => anywhere(each, text));
    if (value instanceof Map)
      return new Map([...value].map((entry) => [anywhere(entry[0], text), anywhere(entry[1], text)]));
    return typeof value === "object" && value !== null ? inObject(value, text) : value;
  };
  return { value: (value) => sameShape(value, anywhere(value, inText)) };
}

function nameOf({ owner, repo }: RepositoryName): string {
  return inLowerCase(`${owner}/${repo}`);
}

/** Only what is hidden changes in the walk, and keeps its type. */
function sameShape<T>(_: T, changed: unknown): T {
  return changed as T;
}

function emptied(value: unknown): unknown {
  if (typeof value === "string") return "";
  if (typeof value === "number") return 0;
  if (Array.isArray(value)) return [];
  return typeof value === "object" && value !== null
    ? Object.fromEntries(Object.entries(value).map(([key, field]) => [key, emptied(field)]))
    : value;
}
