/** What a reader was shown: kept by the door through which they read, so that a command of theirs can name it. */
import { z } from "zod";
import { type FullRef, formatRef } from "../../protocol/references/ref.ts";

/** The hashes of the texts that a reader was shown, as far as the door knows. */
export interface ShownTexts {
  readonly hashFor: (ref: FullRef) => string | undefined;
  readonly note: (ref: FullRef, textHash: string) => void;
}

/** More than that nobody remembers having read. */
const remembered = 1_000;

/** As long as a conversation lasts. */
export class ShownInMemory implements ShownTexts {
  readonly #hashes = new Map<string, string>();

  hashFor(ref: FullRef): string | undefined {
    return this.#hashes.get(keyOfRef(ref));
  }

  note(ref: FullRef, textHash: string): void {
    if (this.#hashes.size >= remembered) this.#hashes.clear();
    this.#hashes.set(keyOfRef(ref), textHash);
  }
}

/** Repositories are the same in any case. */
export function keyOfRef(ref: FullRef): string {
  return formatRef(ref).toLowerCase();
}

const issueShown = z.object({
  owner: z.string(),
  repo: z.string(),
  number: z.number(),
  textHash: z.string(),
});
const decisionsShown = z.object({ decisions: z.array(issueShown) });

/** Notes which texts an operation showed whole, or cut and with their link. Lists of titles show no text. */
export function noteShown(shown: ShownTexts, operation: string, output: unknown): void {
  const one = operation === "show" ? issueShown.safeParse(output).data : undefined;
  const many = operation === "escalations" ? decisionsShown.safeParse(output).data?.decisions : undefined;
  for (const { textHash, ...ref } of one === undefined ? (many ?? []) : [one]) shown.note(ref, textHash);
}
