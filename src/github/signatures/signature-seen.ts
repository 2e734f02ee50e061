/**
 * Determines what a text's signature proves: which key signed it for this place, or why it fails. Whose key
 * that is, and whether the text is a replay, is decided elsewhere.
 */
import { createHash } from "node:crypto";
import type { SignatureSeen } from "../../engine/model/fact.ts";
import { settledText } from "../../protocol/envelope/settled-text.ts";
import {
  formatSignedText,
  type SignedPlace,
  type SignedWords,
  signatureNamespace,
} from "../../protocol/envelope/signed-text.ts";
import { splitEnvelope } from "../../protocol/envelope/split-envelope.ts";
import { allKinds } from "../../protocol/kinds/kinds.ts";
import { readSshSignature, type SshSignature } from "./ssh-signature.ts";

/** A text as it was created. */
export interface CreatedText {
  readonly text: string;
  /** Undefined for a comment. */
  readonly title: string | undefined;
  readonly place: SignedPlace;
}

/** Undefined if the text ends with no envelope, or with one that carries no signature. */
export function signatureSeen({ text, title, place }: CreatedText): SignatureSeen | undefined {
  const { words, envelope } = splitEnvelope(text);
  if (envelope === undefined) return undefined;
  if (!envelope.ok) return { type: "fails", why: "malformed" };
  const { sig, from, id, until } = envelope.envelope;
  if (sig === undefined) return undefined;
  const said = from === undefined ? {} : { from };
  const signature = readSshSignature(sig, signatureNamespace);
  if (signature === undefined || from === undefined || id === undefined || until === undefined)
    return { type: "fails", why: "malformed", ...said };
  const titleHash = title === undefined ? "" : sha256(settledText(title));
  const signed = { place, titleHash, from, id, until, textHash: sha256(settledText(words)) };
  const found = verify(signature, signed, title !== undefined);
  if (found === undefined) return { type: "fails", why: "mismatch", from };
  return { type: "holds", key: signature.key, from, id, until: Date.parse(until), ...found };
}

/** An issue is signed with one kind, which a label may have changed since, so every kind is tried. */
function verify(
  signature: SshSignature,
  words: Omit<SignedWords, "kind">,
  isIssue: boolean,
): Pick<SignedWords, "kind"> | undefined {
  const tried: readonly Pick<SignedWords, "kind">[] = isIssue
    ? allKinds.map(({ name }) => ({ kind: name }))
    : [{ kind: undefined }];
  return tried.find(({ kind }) => signature.verifies(formatSignedText({ ...words, kind })));
}

export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
