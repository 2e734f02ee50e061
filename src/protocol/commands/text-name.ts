/**
 * `text:` and a hash, in a command: the text that it is about, by SHA-256 of its title and body. `work:` and a hash names a
 * handover's work: text, head and base. A name stands directly after the command's word, or after the option's number, so
 * that it is never part of a decision or a reason.
 */
import { sha256 } from "../../base/sha256.ts";

/** 64 digits name a text; eight choose nothing, and have to agree. */
const textForm = /^((?:(?:for\s+)?(?:option\s+)?#?\d{1,3}\s+)?)text:([0-9a-f]{64}|[0-9a-f]{8})(?=\s|$)\s*/i;
const workForm = /^work:([0-9a-f]{64})(?=\s)/i;
const whole = /^[0-9a-f]{64}$/;

/** What a word is about, as far as it says so. */
export interface NamedText {
  /** 64 or eight hex digits, in lower case. */
  readonly textHash?: string;
  /** As `hashWork`. */
  readonly workHash?: string;
}

/** What a handover hands over. */
export interface NamedWork {
  readonly textHash: string;
  /** The head commit of its pull request; empty if there is none. */
  readonly head: string;
  /** The branch that it is for; empty if there is no pull request. */
  readonly base: string;
}

/** SHA-256 of text hash, head and base, in lower-case hex. None of the three has a NUL, so no two works have the same input. */
export function hashWork({ textHash, head, base }: NamedWork): string {
  return sha256([textHash, head, base].join("\0"));
}

/**
 * @param argument what follows the command's word
 * @param how.bindsWork whether the command is about a handover's work
 */
export function takeTextName(
  argument: string,
  { bindsWork }: { readonly bindsWork: boolean },
): NamedText & { readonly argument: string } {
  const workHash = bindsWork ? workForm.exec(argument)?.[1]?.toLowerCase() : undefined;
  if (workHash !== undefined) return { argument: argument.replace(workForm, "").trim(), workHash };
  const textHash = textForm.exec(argument)?.[2]?.toLowerCase();
  return textHash === undefined
    ? { argument }
    : { argument: argument.replace(textForm, "$1").trim(), textHash };
}

/** What our tools and pages write after a command's word. */
export function formatTextName(textHash: string): string {
  return `text:${textHash}`;
}

/** What our checks and tools write after `/accept`. */
export function formatWorkName(workHash: string): string {
  return `work:${workHash}`;
}

/** Whether a hash names exactly one text. Eight digits do not: another text with the same ones is quickly made. */
export function isWholeHash(textHash: string): boolean {
  return whole.test(textHash);
}
