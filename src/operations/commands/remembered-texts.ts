/** What a reader was shown: kept by the door through which they read, so that a command of theirs can name it. */
import { z } from "zod";
import { type FullRef, formatRef } from "../../protocol/references/ref.ts";

/** A text by its hash; of a handover with the head and the base that were shown with it. */
export interface ShownText {
  readonly textHash: string;
  readonly work?: { readonly head: string; readonly base: string } | undefined;
}

/** The texts that a reader was shown last, as far as the door knows. */
export interface ShownTexts {
  readonly textFor: (ref: FullRef) => ShownText | undefined;
  readonly note: (ref: FullRef, text: ShownText) => void;
}

/** More than that nobody remembers having read. */
const remembered = 1_000;

/** As long as a conversation lasts. */
export class ShownInMemory implements ShownTexts {
  readonly #texts = new Map<string, ShownText>();

  textFor(ref: FullRef): ShownText | undefined {
    return this.#texts.get(keyOfRef(ref));
  }

  note(ref: FullRef, text: ShownText): void {
    if (this.#texts.size >= remembered) this.#texts.clear();
    this.#texts.set(keyOfRef(ref), text);
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
  work: z.object({ head: z.string(), base: z.string() }).optional(),
});
const decisionsShown = z.object({ decisions: z.array(issueShown) });

/** Notes which texts an operation showed whole, or cut and with their link. Lists of titles show no text. */
export function noteShown(shown: ShownTexts, operation: string, output: unknown): void {
  const one = operation === "show" ? issueShown.safeParse(output).data : undefined;
  const many = operation === "escalations" ? decisionsShown.safeParse(output).data?.decisions : undefined;
  for (const { textHash, work, ...ref } of one === undefined ? (many ?? []) : [one])
    shown.note(ref, { textHash, work });
}
