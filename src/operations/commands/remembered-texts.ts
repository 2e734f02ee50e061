/** What a reader was shown: kept by the door through which they read, so that a command of theirs can name it. */
import { z } from "zod";
import { visible } from "../../protocol/characters.ts";
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
  /** What the reader was shown last was a part: a command of theirs names no text. */
  readonly forget: (ref: FullRef) => void;
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

  forget(ref: FullRef): void {
    this.#texts.delete(keyOfRef(ref));
  }
}

/** Repositories are the same in any case. */
export function keyOfRef(ref: FullRef): string {
  return formatRef(ref).toLowerCase();
}

const place = {
  owner: z.string(),
  repo: z.string(),
  number: z.number(),
  textHash: z.string(),
  work: z.object({ head: z.string(), base: z.string() }).optional(),
};
const issueShown = z
  .object({ ...place, title: z.string(), body: z.string() })
  .transform(({ title, body, ...rest }) => ({ ...rest, texts: [title, body] }));
const decisionShown = z
  .object({
    ...place,
    title: z.string(),
    question: z.string(),
    options: z.array(z.string()),
    context: z.string().default(""),
    recommendation: z.string().default(""),
    impactOfDelay: z.string().default(""),
    suggestion: z
      .object({
        rationale: z.string(),
        sources: z.string().default(""),
        alternatives: z.string().default(""),
      })
      .default({ rationale: "", sources: "", alternatives: "" }),
  })
  .transform(({ title, question, options, context, recommendation, impactOfDelay, suggestion, ...rest }) => ({
    ...rest,
    texts: [
      ...[title, question, ...options, context, recommendation, impactOfDelay],
      ...[suggestion.rationale, suggestion.sources, suggestion.alternatives],
    ],
  }));
const shapes: Readonly<Record<string, z.ZodType<readonly z.infer<typeof decisionShown>[]>>> = {
  show: issueShown.transform((one) => [one]),
  escalations: z.object({ decisions: z.array(decisionShown) }).transform(({ decisions }) => decisions),
};

/**
 * Notes which texts an operation showed whole. Who read a part of one is taken to have read none: what follows may have been
 * changed meanwhile.
 *
 * @param printed what the reader got; undefined if that was all of the output
 */
export function noteShown(
  shown: ShownTexts,
  operation: string,
  output: unknown,
  printed: string | undefined,
): void {
  const read = shapes[operation]?.safeParse(output).data ?? [];
  for (const { owner, repo, number, textHash, work, texts } of read) {
    const ref = { owner, repo, number };
    if (printed === undefined || texts.every((text) => isPrintedWhole(printed, text)))
      shown.note(ref, { textHash, work });
    else shown.forget(ref);
  }
}

const lineEnds = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/u;

/** Whether each line of a text was printed, in its order, whatever marks it as a quote. */
export function isPrintedWhole(printed: string, text: string): boolean {
  let from = 0;
  for (const line of text.split(lineEnds)) {
    const words = visible(line.replaceAll("\t", "  ")).trim();
    const at = printed.indexOf(words, from);
    if (at < 0) return false;
    from = at + words.length;
  }
  return true;
}
