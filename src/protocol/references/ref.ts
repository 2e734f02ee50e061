/**
 * References to issues: `#12`, `owner/repo#12`, and an issue's URL. A reference without a repository means
 * the repository it was written in: resolve it with `resolveRef` before comparing.
 */

import { loginSource } from "../../base/login.ts";
import { hasMoreLines } from "../characters.ts";
import { blocksOf } from "../markdown/block.ts";
import type { LineKind } from "../markdown/line.ts";

/** A reference as written. Owner and repository are either both present or both absent. */
export interface Ref {
  readonly owner?: string;
  readonly repo?: string;
  readonly number: number;
}

/** A reference with its repository filled in. */
export interface FullRef extends Ref {
  readonly owner: string;
  readonly repo: string;
}

/** The repository that the text belongs to. */
export interface RepositoryName {
  readonly owner: string;
  readonly repo: string;
}

/**
 * Further references in one text are not read. A caller that acts on all of them must ask `readRefs` which
 * one was left out.
 */
export const maxRefs = 200;
/** No references are read from a text with more lines. */
const maxLines = 20_000;

const name = `(${loginSource})/([\\w.-]{1,100})`;
const number = "([1-9]\\d{0,8})(?![\\w-])";
const address = `https?://[A-Za-z0-9.-]{1,253}(?::\\d{1,5})?/${name}/(?:issues|pull)/${number}`;
const short = `(?<![\\w/.&#-])(?:${name})?#${number}`;
const pattern = new RegExp(`${address}|${short}`, "g");

/** The places where GitHub shows a reference as one. */
const naming: ReadonlySet<LineKind> = new Set(["prose", "table", "html"]);

/**
 * The issues mentioned in a text, each once, in order. Code, comments and quotes do not count.
 * @example parseRefs("#12 and acme/web#3") // [{ number: 12 }, { owner: "acme", repo: "web", number: 3 }]
 */
export function parseRefs(text: string): readonly Ref[] {
  if (!text.includes("#") && !text.includes("://")) return [];
  if (hasMoreLines(text, maxLines)) return [];
  return readRefs(text).refs;
}

/** The first `most` references, and as `leftOut` the first one beyond them. */
export function readRefs(
  text: string,
  max = maxRefs,
): { readonly refs: readonly Ref[]; readonly leftOut?: Ref } {
  const prose = blocksOf(text).lines.map((line) => (naming.has(line.place) ? line.prose : ""));
  const found = new Map<string, Ref>();
  for (const match of prose.join("\n").matchAll(pattern)) {
    const ref = toRef(match);
    const key = formatRef(ref).toLowerCase();
    if (found.size === max && !found.has(key)) return { refs: [...found.values()], leftOut: ref };
    found.set(key, ref);
  }
  return { refs: [...found.values()] };
}

function toRef(match: RegExpExecArray): Ref {
  const [, addressOwner, addressRepo, addressNumber, shortOwner, shortRepo, shortNumber] = match;
  const number = Number(addressNumber ?? shortNumber);
  const owner = addressOwner ?? shortOwner;
  const repo = addressRepo ?? shortRepo;
  return owner === undefined || repo === undefined ? { number } : { owner, repo, number };
}

/** The first reference of the text; undefined if there is none, or if it leaves out its repository. */
export function readFullRef(text: string): FullRef | undefined {
  const [ref] = parseRefs(text);
  if (ref?.owner === undefined || ref.repo === undefined) return undefined;
  return { owner: ref.owner, repo: ref.repo, number: ref.number };
}

/** `owner/repo#12`, or `#12` for an issue of the same repository. */
export function formatRef(ref: Ref): string {
  return ref.owner === undefined || ref.repo === undefined
    ? `#${ref.number}`
    : `${ref.owner}/${ref.repo}#${ref.number}`;
}

/** Fills in the repository that the text belongs to. */
export function resolveRef(ref: Ref, home: RepositoryName): FullRef {
  return { owner: ref.owner ?? home.owner, repo: ref.repo ?? home.repo, number: ref.number };
}

/** `owner/repo#12` in lower case, because GitHub compares names without regard to case. */
export function refKey(ref: FullRef): string {
  return formatRef(ref).toLowerCase();
}
