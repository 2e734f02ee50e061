/**
 * Finds the definitions in a source file, for many languages with one small set of forms. Runs in linear
 * time: it reads each line once, up to `maxLine` characters, and skips lines in block comments.
 */

export type DefinitionKind = "function" | "type" | "constant";

export interface Definition {
  readonly name: string;
  readonly kind: DefinitionKind;
  /** Counts from 1. */
  readonly line: number;
}

/** Long enough for the end of a comment; shorter lines are skipped. */
const minLine = 2;
const maxLine = 400;
const maxModifiers = 8;

const modifier =
  /^(?:export|default|declare|async|public|private|protected|internal|fileprivate|static|final|abstract|sealed|open|override|virtual|readonly|unsafe|inline|constexpr|partial|data|case|suspend|local|lazy|mut|template|pub(?:\([^()]{0,40}\))?|extern(?: "[^"]{0,20}")?|const(?=\s{1,8}(?:enum|fn|unsafe|async|extern)\b))\s{1,8}(?=\S)/;
const name = "([\\p{L}_$][\\p{L}\\p{N}_$]{0,99})";
const functionForm = new RegExp(
  `^(?:function\\s{0,4}\\*?|defp?|fun|fn|sub|func(?:\\s{1,4}\\([^()]{0,200}\\))?)\\s{1,8}(?:self\\.)?${name}[?!]?\\s{0,8}(?:[(<[{=:]|$)`,
  "u",
);
const typeForm = new RegExp(
  `^(class|interface|enum(?:\\s{1,4}(?:class|struct))?|struct|trait|protocol|record|union|type|object|actor|message|defmodule)\\s{1,8}${name}\\s{0,8}(.?\\w{0,12})`,
  "u",
);
const behindType = /^(?:[{(:<=[]|extends$|implements$|where$|with$|permits$|derives$|final$|is$|do$|$)/;
const constantForm = new RegExp(
  `^(?:const|let|var|val|static)\\s{1,8}(?:mut\\s{1,8})?${name}\\s{0,8}(?:[:=;]|$)`,
  "u",
);
const goValueForm = new RegExp(`^(?:const|var)\\s{1,8}${name}\\s{1,8}\\S`, "u");
/** `static final int MAX =`, `public static Foo bar(`. */
const typedConstant = /^(?:[\w<>[\],.?&*]{1,80}\s{1,8}){0,2}([A-Z][A-Z\d_]{1,99})\s{0,8}[=:]/;
const typedMethod =
  /^((?:[\w<>[\],.?&*]{1,80}\s{1,8}){0,2})([A-Za-z_$][\w$]{0,99})\s{0,4}(?:<[^<>()]{0,80}>)?\(/;
const bareConstant = /^([A-Z][A-Z\d_]{1,99})\s{0,8}(?::[^=]{1,100})?=(?!=)/;
const shellFunction = /^([\w-]{1,100})\s{0,4}\(\)\s{0,4}(?:\{|$)/;
const macro = /^#\s{0,4}define\s{1,8}(\w{1,100})/;
const access = /^(?:public|private|protected|internal|fileprivate|static|override)$/;

/** By file extension, in lower case. */
const families = {
  c: ["c", "h", "cc", "cpp", "cxx", "hh", "hpp", "hxx", "m", "mm"],
  go: ["go"],
  python: ["py", "pyi"],
  shell: ["sh", "bash", "zsh"],
  ruby: ["rb", "jl", "r", "lua"],
  other: [
    "ts",
    "tsx",
    "mts",
    "cts",
    "js",
    "jsx",
    "mjs",
    "cjs",
    "vue",
    "svelte",
    "rs",
    "java",
    "kt",
    "kts",
    "scala",
    "swift",
    "cs",
    "php",
    "dart",
    "ex",
    "exs",
    "pl",
    "pm",
    "groovy",
    "zig",
    "proto",
    "fs",
    "nim",
    "d",
  ],
} as const;
type Family = keyof typeof families;
const familyOf: ReadonlyMap<string, Family> = new Map<string, Family>(
  Object.entries(families).flatMap(([family, endings]) =>
    endings.map((ending) => [ending, family as Family]),
  ),
);

/** Whether files of this name can hold definitions. */
export function isSource(path: string): boolean {
  return familyIn(path) !== undefined;
}

function familyIn(path: string): Family | undefined {
  const file = path.slice(path.lastIndexOf("/") + 1);
  return familyOf.get(file.slice(file.lastIndexOf(".") + 1).toLowerCase());
}

/** In order. Never throws, whatever the text. */
export function definitionsIn(path: string, text: string): readonly Definition[] {
  const family = familyIn(path);
  if (family === undefined) return [];
  const found: Definition[] = [];
  const isHidden = hiding(family);
  for (let from = 0, line = 1; from < text.length; line++) {
    const feed = text.indexOf("\n", from);
    const end = feed < 0 ? text.length : feed;
    const whole = end - from < minLine ? "" : text.slice(from, end);
    from = end + 1;
    if (whole === "" || isHidden(whole.trim())) continue;
    const definition = definedOn(whole.slice(0, maxLine), family);
    if (definition !== undefined) found.push({ ...definition, line });
  }
  return found;
}

/** A predicate to call for each line in turn: whether it is part of a comment or a documentation string. */
function hiding(family: Family): (line: string) => boolean {
  let end: string | undefined;
  return (line) => {
    if (end !== undefined) {
      if (line.includes(end)) end = undefined;
      return true;
    }
    const begin = family === "python" ? /^[a-z]{0,2}("""|''')/i.exec(line)?.[1] : /^\/\*/.exec(line)?.[0];
    if (begin === undefined) return false;
    const close = begin === "/*" ? "*/" : begin;
    if (!line.slice(line.indexOf(begin) + begin.length).includes(close)) end = close;
    return true;
  };
}

type Found = Omit<Definition, "line">;

function definedOn(line: string, family: Family): Found | undefined {
  const isIndented = /^\s/.test(line);
  let rest = line.trimStart();
  const modifiers: string[] = [];
  for (let match = modifier.exec(rest); match !== null; match = modifier.exec(rest)) {
    if (modifiers.length >= maxModifiers) return undefined;
    modifiers.push(match[0].trim());
    rest = rest.slice(match[0].length);
  }
  return (
    namedDefinition("function", functionForm.exec(rest)?.[1]) ??
    typeOn(rest, family) ??
    constantOn(rest, modifiers, isIndented, family) ??
    methodOn(rest, modifiers, family) ??
    (isIndented ? undefined : looseOn(line, family))
  );
}

function namedDefinition(kind: DefinitionKind, found: string | undefined): Found | undefined {
  return found === undefined ? undefined : { name: found, kind };
}

function typeOn(rest: string, family: Family): Found | undefined {
  const [, word = "", found, behind = ""] = typeForm.exec(rest) ?? [];
  const isGo = family === "go" && word === "type";
  // `struct X;` only declares something defined elsewhere in C, but defines it in Rust.
  const isEmpty = behind.startsWith(";") && family !== "c";
  return isGo || isEmpty || behindType.test(/^\W/.test(behind) ? behind.charAt(0) : behind)
    ? namedDefinition("type", found)
    : undefined;
}

function constantOn(
  rest: string,
  modifiers: readonly string[],
  isIndented: boolean,
  family: Family,
): Found | undefined {
  const form =
    family === "go" ? (goValueForm.exec(rest) ?? constantForm.exec(rest)) : constantForm.exec(rest);
  const found = form?.[1] ?? (modifiers.length > 0 ? typedConstant.exec(rest)?.[1] : undefined);
  if (found === undefined) return undefined;
  // Inside a block, anything but a name in capitals is a local variable.
  return !isIndented || /^[A-Z][A-Z\d_]+$/.test(found) ? { name: found, kind: "constant" } : undefined;
}

function methodOn(rest: string, modifiers: readonly string[], family: Family): Found | undefined {
  if (family === "c" || !modifiers.some((its) => access.test(its)) || rest.trimEnd().endsWith(";"))
    return undefined;
  const [, types = "", found = ""] = typedMethod.exec(rest) ?? [];
  // A constructor has its class's name and no type.
  const isConstructor = types === "" && /^(?:[A-Z]|constructor$)/.test(found);
  return found === "" || isConstructor ? undefined : { name: found, kind: "function" };
}

function looseOn(line: string, family: Family): Found | undefined {
  if (family === "c")
    return namedDefinition("constant", macro.exec(line)?.[1]) ?? namedDefinition("function", cFunction(line));
  if (family === "shell" || family === "python" || family === "ruby")
    return (
      namedDefinition("constant", bareConstant.exec(line)?.[1]) ??
      (family === "shell" ? namedDefinition("function", shellFunction.exec(line)?.[1]) : undefined)
    );
  return undefined;
}

const statement =
  /^(?:return|else|if|while|for|switch|case|new|delete|throw|using|goto|typedef|sizeof|do|extern)$/;

/** `static int read_all(FILE *in)`: words, then a name, then a parenthesis, and no semicolon at the end. */
function cFunction(line: string): string | undefined {
  const end = line.trimEnd();
  const open = line.indexOf("(");
  if (open <= 0 || end.endsWith(";") || end.endsWith(",")) return undefined;
  const words = line
    .slice(0, open)
    .trim()
    .split(/[\s*&]+/);
  const isDeclared = words.length > 1 && words.every((word) => /^[\w:<>~]+$/.test(word));
  if (!isDeclared || words.some((word) => statement.test(word))) return undefined;
  return words.at(-1)?.split("::").at(-1);
}
