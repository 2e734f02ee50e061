/**
 * Applies the rules against replay to what a signature shows: a text counts near the time for which it was
 * signed, by GitHub's clock, and only the first with its ID. So a rebuilt index judges as the first one did.
 */
import type { Millis } from "../../../base/clock.ts";
import { signatureValidMs } from "../../../protocol/envelope/signed-text.ts";
import type { CommentSeen, SignatureSeen } from "../../model/fact.ts";
import type { IssueRecord } from "../../model/snapshot.ts";
import { isOrder } from "../../model/spoken.ts";
import type { View } from "../../model/view.ts";
import type { Proof, SignatureFailure } from "./speaker.ts";

/** How far an agent's clock may be from GitHub's. */
const skewMs = 60_000;

type ValidSignature = Extract<SignatureSeen, { readonly type: "holds" }>;

/** The proof of an issue as created. While the first with its ID exists, a later one is the same message. */
export function proofOfBody(view: Pick<View, "firstSigned">, record: IssueRecord): Proof {
  const { signature, createdAt, id } = record.seen;
  return proofOf(signature, createdAt, (holding) => {
    if (holding.kind !== record.reading.kind) return "mismatch";
    return (view.firstSigned?.get(id) ?? id) === id ? undefined : "reused";
  });
}

export function proofOfComment(record: IssueRecord, comment: CommentSeen): Proof {
  if (isOrder(comment.id)) return comment.shown === undefined ? { type: "order" } : { type: "session" };
  return proofOf(comment.signature, comment.createdAt, (holding) =>
    isFirst(record, comment, holding) ? undefined : "reused",
  );
}

function proofOf(
  signature: SignatureSeen | undefined,
  createdAt: Millis,
  failure: (holding: ValidSignature) => SignatureFailure | undefined,
): Proof {
  if (signature === undefined) return { type: "none" };
  if (signature.type === "fails") return { type: "failed", why: signature.why };
  const why = untimely(signature, createdAt) ?? failure(signature);
  return why === undefined ? { type: "key", key: signature.key } : { type: "failed", why };
}

function untimely({ until }: ValidSignature, createdAt: Millis): SignatureFailure | undefined {
  if (createdAt > until + skewMs) return "expired";
  return createdAt < until - signatureValidMs - skewMs ? "too-early" : undefined;
}

/** The first that was read stays the first, even after it has been deleted and the index rebuilt. */
function isFirst({ seen, persisted }: IssueRecord, comment: CommentSeen, holding: ValidSignature): boolean {
  const known = persisted.signed.find((each) => each.id === holding.id && each.key === shortKey(holding.key));
  if (known !== undefined) return known.comment === comment.id;
  const same = seen.comments.filter(({ signature }) => isSame(signature, holding));
  return same.every((other) => other.id === comment.id || isEarlier(comment, other));
}

function isSame(signature: SignatureSeen | undefined, { id, key }: ValidSignature): boolean {
  return signature?.type === "holds" && signature.id === id && signature.key === key;
}

/** GitHub's times have steps of a second; its numbers tell the order within one. */
function isEarlier(a: CommentSeen, b: CommentSeen): boolean {
  if (a.createdAt !== b.createdAt) return a.createdAt < b.createdAt;
  const one = a.commentNumber;
  const other = b.commentNumber;
  return one !== undefined && other !== undefined ? one < other : a.id < b.id;
}

/** Enough of a key to tell the few apart that sign on one issue. */
export function shortKey(publicKey: string): string {
  return publicKey.slice(-12);
}
