/** The addresses of the pages. Every state of a page is in its address, so that it can be sent to somebody. */
import { type FullRef, type RepositoryName, readFullRef } from "../protocol/references/ref.ts";

export function issueAddress({ owner, repo, number }: FullRef): string {
  return `/issues/${encodeURIComponent(owner)}/${encodeURIComponent(repo)}/${number}`;
}

/** Undefined if the text names no issue: what blocks a task may be described instead. */
export function addressOfRef(text: string): string | undefined {
  const ref = readFullRef(text);
  return ref && issueAddress(ref);
}

/** `#12` for an issue of the repository that the page is about; otherwise as given. */
export function nameFrom({ owner, repo }: RepositoryName, ref: string): string {
  const home = `${owner}/${repo}#`;
  return ref.startsWith(home) ? ref.slice(home.length - 1) : ref;
}

/** Names the part of `/escalations` that is about the issue. */
export function anchorOf({ owner, repo, number }: FullRef): string {
  return `${owner}-${repo}-${number}`.toLowerCase();
}

export function decisionAddress(ref: FullRef): string {
  return `/escalations#${anchorOf(ref)}`;
}

/** With the given properties, in this order; those that are undefined or empty are left out. */
export function withQuery(path: string, query: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(query).flatMap(([name, value]) => (value ? [[name, value] as const] : []));
  return given.length === 0 ? path : `${path}?${new URLSearchParams(Object.fromEntries(given))}`;
}
