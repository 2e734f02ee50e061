/**
 * Identifies a message by the id in its envelope, or by its text, so that the same message sent twice is recognised.
 * What is signed is the signer's, whatever account posted it.
 */
import type { IssueRecord } from "../snapshot.ts";

/** A ULID ends the key of a message with an id. */
const idLength = 26;

/** The envelope's id in a message's key; undefined for one that its text names. */
export function idInKey(stored: string): string | undefined {
  return isKeyOfText(stored) ? undefined : stored.slice(-idLength);
}

/** Names a signed message; undefined for one that is not, or whose signature does not hold. */
export function signedMessageKey({ seen }: Pick<IssueRecord, "seen">): string | undefined {
  const { signature, repositoryId } = seen;
  return signature?.type === "holds" ? `${repositoryId} ${signature.key} ${signature.id}` : undefined;
}

/** Kinds of which nobody sends two alike: the second would be put before people again. */
const askedOnce: ReadonlySet<string | undefined> = new Set(["question", "escalation"]);

/**
 * Names a message: by the id that its author gave it, and otherwise, where nobody sends two alike, by its title and
 * body. Undefined for any other, and for a text that was changed since it was created.
 */
export function messageKey(record: IssueRecord | undefined): string | undefined {
  if (record === undefined) return undefined;
  const { reading, seen } = record;
  const id = reading.kind === undefined ? undefined : reading.envelope?.id;
  const signed = signedMessageKey(record);
  if (signed !== undefined) return signed;
  if (seen.author === undefined) return undefined;
  if (id !== undefined) return `${seen.repositoryId} ${seen.author.id} ${id}`;
  const isAsCreated = seen.editor === undefined && seen.renamed === undefined;
  return isAsCreated && askedOnce.has(reading.kind)
    ? `${seen.repositoryId} ${seen.author.id} ${byText}${seen.textHash}`
    : undefined;
}

/** No id has a colon. */
const byText = "text:";

/** Whether the key names a message by its text, so that only what was sent at about the same time is the same. */
export function isKeyOfText(key: string): boolean {
  return key.includes(` ${byText}`);
}
