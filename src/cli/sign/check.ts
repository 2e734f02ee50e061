/**
 * Parses what `sign` is about to print the way the App will: a signature that the App would not see, or
 * not accept, must not be posted.
 */
import { UserError } from "../../base/errors.ts";
import { signatureSeen } from "../../github/signatures/signature-seen.ts";
import { readSshSignature } from "../../github/signatures/ssh-signature.ts";
import { type SignedPlace, signatureNamespace } from "../../protocol/envelope/signed-text.ts";
import { splitEnvelope } from "../../protocol/envelope/split-envelope.ts";
import { blocksOf } from "../../protocol/markdown/block.ts";
import { breakSentence } from "../../protocol/markdown/break.ts";

/** What was signed, and the result. */
export interface Signed {
  /** What was given, without the block. */
  readonly text: string;
  /** The text with its signature block. */
  readonly whole: string;
  readonly title: string | undefined;
  readonly place: SignedPlace;
  readonly signature: string;
  readonly key: string;
}

/** @throws UserError unless the signature is valid */
export function checkSigned({ text, whole, title, place, signature, key }: Signed): void {
  if (readSshSignature(signature, signatureNamespace) === undefined)
    throw new UserError(
      `${key} is not an Ed25519 key, and no other signature counts. Make one with: ssh-keygen -t ed25519`,
    );
  if (signatureSeen({ text: whole, title, place })?.type === "holds") return;
  const { broken } = blocksOf(text);
  if (broken !== undefined)
    throw new UserError(
      `${breakSentence(broken)}, so the signed block would not count. Close or remove it, and sign again.`,
    );
  const { envelope } = splitEnvelope(whole);
  const why = envelope?.ok === false ? envelope.problem : "The signature would not be seen in this text.";
  throw new UserError(`${why} Nothing was signed: change the text, and sign again.`);
}
