/**
 * References to issues: `#12`, `owner/repo#12`, and an issue's address. A newcomer would forget that a reference
 * without a repository means the repository it was written in: `resolveRef` needs that home.
 */
import { blocksOf, type Place } from "./block.ts";
import { hasMoreLines } from "./characters.ts";
import { proseOf } from "./shown.ts";

/** An issue as text names it. Owner and repository come together or not at all. */
export interface Ref {
  readonly owner?: string;
  readonly repo?: string;
  readonly number: number;
}

/** An issue with nothing left to guess. */
export interface FullRef extends Ref {
  readonly owner: string;
  readonly repo: string;
}

/** Where a text stands. */
export interface Home {
  readonly owner: string;
  readonly repo: string;
}

/** More references than this in one text are not read. Whoever acts on all of them asks `readRefs` what was left out. */
export const maxRefs = 200;
/** A text of more lines names nothing. */
const maxLines = 20_000;

const name = "([A-Za-z0-9][A-Za-z0-9-]{0,38})/([A-Za-z0-9._-]{1,100})";
const number = "([1-9]\\d{0,8})(?![\\w-])";
const address = `https?://[A-Za-z0-9.-]{1,253}(?::\\d{1,5})?/${name}/(?:issues|pull)/${number}`;
const short = `(?<![\\w/.&#-])(?:${name})?#${number}`;
const pattern = new RegExp(`${address}|${short}`, "g");

/** Where a reference is shown as one. */
const naming: ReadonlySet<Place> = new Set(["prose", "table", "html"]);

/**
 * The issues a text names, each once, in order. Code, comments and quotes name nothing.
 * @example parseRefs("#12 and acme/web#3") // [{ number: 12 }, { owner: "acme", repo: "web", number: 3 }]
 */
export function parseRefs(text: string): readonly Ref[] {
  if (!text.includes("#") && !text.includes("://")) return [];
  if (hasMoreLines(text, maxLines)) return [];
  return readRefs(text).refs;
}

/** The same up to `most`, and the first one beyond. */
export function readRefs(
  text: string,
  most = maxRefs,
): { readonly refs: readonly Ref[]; readonly leftOut?: Ref } {
  const prose = proseOf(blocksOf(text).lines, ({ place }) => naming.has(place));
  const found = new Map<string, Ref>();
  for (const match of prose.join("\n").matchAll(pattern)) {
    const ref = toRef(match);
    const key = formatRef(ref).toLowerCase();
    if (found.size === most && !found.has(key)) return { refs: [...found.values()], leftOut: ref };
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

/** `owner/repo#12`, or `#12` for an issue of the same repository. */
export function formatRef(ref: Ref): string {
  return ref.owner === undefined || ref.repo === undefined
    ? `#${ref.number}`
    : `${ref.owner}/${ref.repo}#${ref.number}`;
}

/** Fills in the repository that the text stands in. */
export function resolveRef(ref: Ref, home: Home): FullRef {
  return { owner: ref.owner ?? home.owner, repo: ref.repo ?? home.repo, number: ref.number };
}

/** `owner/repo#12` in lower case: GitHub's names differ in nothing else. */
export function refKey(ref: FullRef): string {
  return formatRef(ref).toLowerCase();
}
