/** Reads the cases that the docs declare, and finds the tests and pages that show each of them. */
import { existsSync, globSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";

export interface File {
  /** Below the repository's root, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

export interface Title {
  readonly path: string;
  readonly title: string;
  readonly ids: readonly string[];
}

export interface Case {
  readonly id: string;
  readonly heading: string;
  readonly text: string;
  /** Declared under "Not yet", planned or declined: no test and no page may show it. */
  readonly isNotYet: boolean;
  /** Pages with their headings, as `docs/teams.md#roles`. */
  readonly pages: readonly string[];
  /** Of a promise or an ability: the cases that show it. */
  readonly shownBy: readonly string[];
}

export interface ShownCase extends Case {
  readonly tests: readonly Title[];
}

export interface Repository {
  readonly cases: readonly Case[];
  readonly titles: readonly Title[];
  /** Ids in prose and comments, with the file that has them. */
  readonly mentions: readonly { readonly path: string; readonly id: string }[];
  readonly pages: readonly File[];
}

const id = String.raw`(?:[A-N]\d\d|(?:AG|IF)\d\d|S\d\.\d+|R\d)`;
const idOrRange = `${id}(?:–${id})?`;
const declaration = new RegExp(String.raw`^- \*\*(${id})\*\* (\S.*)$`);
const titleLiteral = new RegExp(String.raw`(["'\`])((?:${idOrRange} )+)(\S(?:\\.|(?!\1)[^\\\n])*)\1`, "g");
const mention = new RegExp(String.raw`(?<![\w.#+:/-])${idOrRange}(?![\w-]|\.\d)`, "g");
const stringOrComment = /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|\/\*[\s\S]*?\*\/|\/\/.*/g;
const fenceOrCode = /^(`{3,}|~{3,})[\s\S]*?^\1|`[^`\n]*`/gm;
const pageLink = /\]\(([\w./-]*\.md#[^)\s]+)\)/g;

/** `["S3.1–S3.3", "A01"]` as S3.1, S3.2, S3.3, A01. */
export function expandIds(parts: readonly string[]): readonly string[] {
  return parts.flatMap((part) => {
    const [first = "", last = first] = part.split("–");
    const [, prefix = "", digits = ""] = /^(S\d\.|[A-Z]+)(\d+)$/.exec(first) ?? [];
    const count = Number(last.slice(prefix.length)) - Number(digits) + 1;
    return Array.from({ length: count }, (_, i) =>
      [prefix, String(Number(digits) + i).padStart(prefix.endsWith(".") ? 1 : digits.length, "0")].join(""),
    );
  });
}

const idsIn = (text: string): readonly string[] => expandIds(text.match(mention) ?? []);

/** The lines `- **A01** …` of a page. */
export function casesIn({ path, text }: File): readonly Case[] {
  let heading = "";
  return text.split("\n").flatMap((line) => {
    heading = /^#+ (.+)$/.exec(line)?.[1] ?? heading;
    const [, declared, sentence] = declaration.exec(line) ?? [];
    if (declared === undefined || sentence === undefined) return [];
    const pages = [...sentence.matchAll(pageLink)].map(([, to = ""]) => posix.join(posix.dirname(path), to));
    const isNotYet = heading === "Not yet" || /\*(?:Planned|Declined):/.test(sentence);
    const shownBy = /^[RS]/.test(declared) && !isNotYet ? idsIn(sentence) : [];
    return [{ id: declared, heading, text: sentence, isNotYet, pages: isNotYet ? [] : pages, shownBy }];
  });
}

/** String literals that begin with ids: titles, and parts of titles in the tables of `test.each`. */
export function titlesIn({ path, text }: File): readonly Title[] {
  return [...text.matchAll(titleLiteral)].map(([, , ids = "", rest = ""]) => ({
    path,
    title: (ids + rest).replace(/\\(["'`\\])/g, "$1"),
    ids: expandIds(ids.trim().split(" ")),
  }));
}

/** The ids in the prose of a page, or in the comments of a source file. */
export function mentionsIn({ path, text }: File): readonly string[] {
  const isPage = path.endsWith(".md");
  const prose = isPage
    ? text.replace(fenceOrCode, "")
    : (text.match(stringOrComment) ?? []).filter((found) => found.startsWith("/")).join("\n");
  return idsIn(prose);
}

/** A heading's anchor on GitHub. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(" ", "-");
}

export function anchorsIn(text: string): readonly string[] {
  return [...text.replace(/^(`{3,})[\s\S]*?^\1/gm, "").matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    anchorOf(heading),
  );
}

/** Stories over the whole bus first, then the tests of single folders. */
const weightOf = ({ path }: Title): string => `${/^tests\/(?:flows|gh)\//.test(path) ? 0 : 1}${path}`;

export function shownCases({ cases, titles }: Repository): readonly ShownCase[] {
  const sorted = titles.toSorted((a, b) => (weightOf(a) < weightOf(b) ? -1 : 1));
  return cases.map((declared) => ({
    ...declared,
    tests: sorted.filter(({ ids }) => ids.includes(declared.id)),
  }));
}

export function isShown({ tests, pages, shownBy }: ShownCase): boolean {
  return tests.length + pages.length + shownBy.length > 0;
}

/** What is wrong with the declarations, titles and mentions; one line each. */
export function problemsOf(repository: Repository): readonly string[] {
  const { cases, titles, mentions, pages } = repository;
  const declared = new Set(cases.map(({ id }) => id));
  const notYet = new Set(cases.flatMap(({ id, isNotYet }) => (isNotYet ? [id] : [])));
  const anchors = new Set(pages.flatMap(({ path, text }) => anchorsIn(text).map((to) => `${path}#${to}`)));
  return [
    ...cases.filter(({ id }, i) => cases.findIndex((other) => other.id === id) !== i).map(twice),
    ...shownCases(repository).flatMap((each) =>
      isShown(each) || each.isNotYet ? [] : [`${each.id} is shown by no test and no page`],
    ),
    ...cases.flatMap(({ id, pages: named }) =>
      named.filter((to) => !anchors.has(to)).map((to) => `${id} links ${to}, which does not exist`),
    ),
    ...titles.flatMap(({ path, title, ids }) =>
      ids.flatMap((id) => {
        if (!declared.has(id)) return [`${path}: "${title}" cites ${id}, which no page declares`];
        return notYet.has(id) ? [`${path}: "${title}" cites ${id}, which is declared as not yet`] : [];
      }),
    ),
    ...mentions
      .filter(({ id }) => !declared.has(id))
      .map(({ path, id }) => `${path} mentions ${id}, which no page declares`),
  ];
}

const twice = ({ id }: Case): string => `${id} is declared twice`;

const declaringPages: readonly string[] = ["docs/trust.md", "docs/cases.md", "docs/abilities.md"];

export function readRepository(root: string): Repository {
  const read = (patterns: readonly string[]): readonly File[] =>
    patterns
      .flatMap((pattern) => globSync(pattern, { cwd: root }))
      .map((name) => name.replaceAll("\\", "/"))
      .filter((path) => !path.startsWith("tests/fixtures/") && !path.startsWith("tests/cases/"))
      .sort()
      .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
  const pages = read(["*.md", "docs/**/*.md"]);
  const tests = read(["tests/**/*.ts"]);
  return {
    cases: declaringPages.flatMap((path) => pages.filter((page) => page.path === path)).flatMap(casesIn),
    titles: tests.flatMap(titlesIn),
    mentions: [...pages, ...read(["src/**/*.ts"]), ...tests].flatMap((file) =>
      mentionsIn(file).map((id) => ({ path: file.path, id })),
    ),
    pages,
  };
}

/** Links to headings of pages that do not exist, as `docs/hub.md: trust.md#nowhere`. */
export function deadAnchors(pages: readonly File[], root: string): readonly string[] {
  return pages.flatMap(({ path, text }) =>
    [...text.replace(fenceOrCode, "").matchAll(/\]\((?![a-z]+:)([^)#\s]*)#([^)\s]+)\)/g)].flatMap(
      ([, to = "", anchor = ""]) => {
        const target = to === "" ? path : posix.join(posix.dirname(path), to);
        const isKnown =
          existsSync(join(root, target)) &&
          anchorsIn(readFileSync(join(root, target), "utf8")).includes(anchor);
        return isKnown ? [] : [`${path}: ${to}#${anchor}`];
      },
    ),
  );
}
