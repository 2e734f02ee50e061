/** Separates a text from the envelope that ends it, in comments as in bodies. */
import { hasMoreLines, utf8Length } from "../characters.ts";
import { blocksOf } from "../markdown/block.ts";
import { maxBodyBytes, maxLines } from "../sections/sections.ts";
import { cached } from "../text-cache.ts";
import { type EnvelopeReading, readEnvelope } from "./envelope.ts";
import { envelopeIn } from "./envelope-block.ts";
import { straySignature } from "./stray-signature.ts";

export interface SplitText {
  /** What stands before the envelope, as written; everything if there is none. */
  readonly words: string;
  readonly envelope?: EnvelopeReading;
}

/** Never throws. A text that is too long to be read has no envelope. */
export function splitEnvelope(text: string): SplitText {
  return /(?:^|[\r\n])[^\S\r\n]*(?:`{3,}|~{3,})[^\S\r\n]*signalbox/.test(text) ? read(text) : { words: text };
}

const read = cached(separated);

function strayProblem(line: number): string {
  return `The signed \`signalbox\` block on line ${line} does not end the text: something follows it, or a code fence, a comment or an element above it is not closed.`;
}

function separated(text: string): SplitText {
  if (text.length > maxBodyBytes || utf8Length(text) > maxBodyBytes || hasMoreLines(text, maxLines))
    return { words: text };
  const plain = text.replace(/^\ufeff/, "");
  const blocks = blocksOf(plain);
  const { from, text: written, problems } = envelopeIn(blocks.lines);
  const stray = straySignature(blocks, from);
  if (stray !== undefined) return { words: text, envelope: { ok: false, problem: strayProblem(stray) } };
  if (written === undefined) return { words: text };
  const words = plain
    .split(/\r\n|\n|\r/)
    .slice(0, from)
    .join("\n");
  const [second] = problems;
  if (second !== undefined) return { words, envelope: { ok: false, problem: second.message } };
  return { words, envelope: readEnvelope(written) };
}
