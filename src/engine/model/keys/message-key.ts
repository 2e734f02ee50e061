/** Identifies a message by the id in its envelope, so that the same message sent twice is recognised. What is
 * signed is the signer's, whatever account posted it. */
import type { IssueRecord } from "../snapshot.ts";

/** A ULID ends every key. */
const idLength = 26;

/** The envelope's id in a message's key. */
export function idInKey(stored: string): string {
  return stored.slice(-idLength);
}

/** Names a signed message; undefined for one that is not, or whose signature does not hold. */
export function signedMessageKey({ seen }: Pick<IssueRecord, "seen">): string | undefined {
  const { signature, repositoryId } = seen;
  return signature?.type === "holds" ? `${repositoryId} ${signature.key} ${signature.id}` : undefined;
}

/** Names a message; undefined if its author gave it no id. */
export function messageKey(record: IssueRecord | undefined): string | undefined {
  if (record === undefined) return undefined;
  const { reading, seen } = record;
  const id = reading.kind === undefined ? undefined : reading.envelope?.id;
  const signed = signedMessageKey(record);
  if (signed !== undefined) return signed;
  if (id === undefined || seen.author === undefined) return undefined;
  return `${seen.repositoryId} ${seen.author.id} ${id}`;
}
