/**
 * Recognises a question that asks where a file, a folder or a definition is: a closed grammar over the title
 * alone.
 */

export type PlaceKind = "file" | "folder" | "function" | "type" | "constant";

export interface AskedPlace {
  /** An identifier, or the end of a path. */
  readonly name: string;
  /** The kinds of thing that the name may be. */
  readonly kinds: ReadonlySet<PlaceKind>;
}

const maxTitle = 300;
const every: readonly PlaceKind[] = ["file", "folder", "function", "type", "constant"];
const definitions: readonly PlaceKind[] = ["function", "type", "constant"];

const kindWords: Readonly<Record<string, readonly PlaceKind[]>> = {
  file: ["file"],
  script: ["file"],
  folder: ["folder"],
  directory: ["folder"],
  function: ["function", "constant"],
  method: ["function", "constant"],
  helper: ["function", "constant"],
  class: ["type"],
  type: ["type"],
  interface: ["type"],
  struct: ["type"],
  enum: ["type"],
  trait: ["type"],
  protocol: ["type"],
  constant: ["constant"],
  const: ["constant"],
  variable: ["constant"],
  module: ["file", "folder", "type"],
  package: ["folder"],
  symbol: definitions,
  identifier: definitions,
};

const kind = `(${Object.keys(kindWords).join("|")})`;
const quoted = "`[^`]{1,200}`|\"[^\"]{1,200}\"|'[^']{1,200}'|“[^”]{1,200}”";
const part = "(?:(definition|declaration|implementation|source|code) of (?:the )?)?";
const subject = `(?:the |our )?${part}(?:${kind} )?(?:called |named )?(${quoted}|[\\w$./@-]{1,200}(?:\\(\\))?)(?: ${kind})?`;
const tail =
  "(?: (?:defined|declared|implemented|located|found))?(?: (?:now|currently|today))?(?: in (?:the|this|our) (?:repo|repository|code|code ?base|source|sources|source code|source tree|tree|project|monorepo))?";
const container = "(?:file|folder|directory|module|package|place)";
const forms = [
  `where(?:['’]s| is| are) ${subject}${tail}`,
  `where (?:does|do) ${subject} (?:live|sit|reside)${tail}`,
  `where (?:can|do|could) (?:i|we|one|you) find ${subject}${tail}`,
  `(?:in )?(?:which|what) ${container} is ${subject}${tail}`,
  `in (?:which|what) ${container} does ${subject} (?:live|sit|reside)${tail}`,
  `(?:which|what) ${container} (?:defines|declares|implements|contains|has|holds) ${subject}`,
].map((form) => new RegExp(`^${form} ?[?.!]{0,3}$`, "i"));

/** Undefined for every other question, such as where something should be. */
export function placeAskedIn(title: string): AskedPlace | undefined {
  if (title.length > maxTitle) return undefined;
  const line = title.trim().replace(/\s+/g, " ");
  for (const form of forms) {
    const [, of, before, written, behind] = form.exec(line) ?? [];
    if (written === undefined) continue;
    const word = (before ?? behind)?.toLowerCase();
    const kinds = word === undefined ? (of === undefined ? every : definitions) : (kindWords[word] ?? every);
    const asked = nameIn(written, kinds, word !== undefined);
    if (asked !== undefined) return asked;
  }
  return undefined;
}

const sound = /^[\p{L}\p{N}_$.@+-](?:[\p{L}\p{N}_$./@+-]{0,198}[\p{L}\p{N}_$+-])?$/u;
/** Traits that no ordinary word has: an inner capital, an underscore, a dot before a suffix, a slash. */
const identifier = /[a-z\d][A-Z]|_|\w\.\w|\//;

function nameIn(written: string, kinds: readonly PlaceKind[], hasKind: boolean): AskedPlace | undefined {
  const isQuoted = /^[`"'“]/.test(written);
  const inner = isQuoted ? written.slice(1, -1).trim() : written.replace(/[.!]{1,3}$/, "");
  const isCall = inner.endsWith("()");
  const isFolder = inner.endsWith("/");
  const name = inner.slice(0, isCall ? -2 : isFolder ? -1 : undefined).replace(/^\.\//, "");
  const isType = hasKind && kinds.includes("type") && /^[A-Z]\w/.test(name);
  if (!isQuoted && !isCall && !isFolder && !isType && !identifier.test(name)) return undefined;
  if (!sound.test(name) || /(?:^|\/)\.{0,2}(?:\/|$)/.test(name)) return undefined;
  const meant = isCall
    ? kinds.filter((its) => definitions.includes(its))
    : isFolder
      ? ["folder" as const]
      : kinds;
  return { name, kinds: new Set(meant) };
}
