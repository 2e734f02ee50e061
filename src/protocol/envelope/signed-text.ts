/**
 * The text that an agent signs, in place of a message: eight lines, which bind the words to one place, one
 * agent and a few minutes. `docs/agents.md` tells how to check a signature without signalbox, so the layout
 * never changes within version 1.
 */
import type { KindName } from "../kinds/kinds.ts";
import { usualHost } from "./signed-host.ts";

/** The namespace of the signatures, which keeps a signature made for another purpose from counting here. */
export const signatureNamespace = "signalbox";

/** A signature counts for texts created up to this long before its `until`. */
export const signatureValidMs = 15 * 60_000;

/** Where signed words are posted. A name that changes later no longer fits. */
export interface SignedPlace {
  /** As `signedHost` names it. Two hosts can have repositories of the same name. */
  readonly host: string;
  readonly owner: string;
  readonly name: string;
  /** The number of the issue that is commented on; undefined if the text opens an issue, which has no number yet. */
  readonly number: number | undefined;
}

export interface SignedWords {
  readonly place: SignedPlace;
  /** Undefined for a comment. */
  readonly kind: KindName | undefined;
  /** SHA-256 of the issue's settled title, lower-case hex; empty for a comment. */
  readonly titleHash: string;
  readonly from: string;
  readonly id: string;
  /** As the envelope writes it. */
  readonly until: string;
  /** SHA-256 of the settled text before the envelope, lower-case hex. */
  readonly textHash: string;
}

export function formatSignedText({ place, kind, ...words }: SignedWords): string {
  const { titleHash, from, id, until, textHash } = words;
  const lines = ["signalbox 1", formatPlace(place), kind ?? "", titleHash, from, id, until, textHash];
  return lines.map((line) => `${line}\n`).join("");
}

function formatPlace({ host, owner, name, number }: SignedPlace): string {
  const before = host === usualHost ? "" : `${host}/`;
  return `${before}${owner}/${name}${number === undefined ? "" : `#${number}`}`.toLowerCase();
}
