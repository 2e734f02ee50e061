/**
 * The machine-readable block at the end of a body or comment: sender, thread and schema version. Do not trust it:
 * without a signature it is text like any other.
 */
import { z } from "zod";
import { utf8Length } from "../characters.ts";
import { parsePlainMap } from "./plain-yaml.ts";

/** Size in bytes of UTF-8. */
const maxEnvelopeBytes = 8 * 1024;
const maxLevels = 4;
/** The major version that this release reads and writes. */
const major = 1;

const word = z.string().min(1).max(200);

const envelopeSchema = z.object({
  /** Schema version, `1.x`. */
  v: z
    .union([z.string(), z.number()])
    .transform(String)
    .pipe(z.string().regex(/^\d{1,4}(?:\.\d{1,4}){0,2}$/)),
  /** A ULID made by the sender. The same ID from the same author in one repository is the same message. */
  id: z
    .string()
    .regex(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/)
    .optional(),
  /** The sending agent's name. It proves nothing without a signature. */
  from: word.optional(),
  track: word.optional(),
  refs: z.array(word).max(50).optional(),
  thread: word.optional(),
  /** For a handover: the token of the lease under which its sender holds the task. Since 1.1. */
  lease: z
    .union([
      z.int().positive(),
      z
        .string()
        .regex(/^[1-9]\d{0,15}$/)
        .transform(Number),
    ])
    .optional(),
  /** For an issue that a plan opened: the plan, its key there, and a hash of the title and text. Since 1.1. */
  plan: z.object({ name: word, key: word, hash: z.string().regex(/^[0-9a-f]{16}$/) }).optional(),
  /** The text that this one answers: SHA-256 of its title and body. Since 1.1. */
  text: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
  /** Until when a text with this signature may be created, in UTC. Since 1.1. */
  until: z.iso.datetime().optional(),
  /** An OpenSSH signature by the sender's key over the text of `formatSignedText`. */
  sig: z.string().min(1).max(2_000).optional(),
});

/** The envelope's contents; only their shape has been checked. */
export type Envelope = Readonly<z.output<typeof envelopeSchema>>;

export type EnvelopeReading =
  | { readonly ok: true; readonly envelope: Envelope }
  /**
   * `unsupportedVersion` is set if the block is well-formed but of a major version that this release does not
   * know.
   */
  | { readonly ok: false; readonly problem: string; readonly unsupportedVersion?: string };

/** Reads YAML or JSON. Never throws. Unknown keys are dropped, so that any `1.x` can be read. */
export function readEnvelope(text: string): EnvelopeReading {
  if (text.length > maxEnvelopeBytes || utf8Length(text) > maxEnvelopeBytes)
    return refused(`it is larger than ${maxEnvelopeBytes} bytes`);
  const plain = parsePlainMap(text, maxLevels);
  if (typeof plain === "string") return refused(plain);
  const version = plain.v;
  const found = typeof version === "number" ? String(version) : version;
  if (typeof found === "string" && /^\d{1,4}(?:\.|$)/.test(found) && Number.parseInt(found, 10) !== major)
    return {
      ok: false,
      problem: `The \`signalbox\` block has schema version ${found.slice(0, 20)}, but this release reads ${major}.x.`,
      unsupportedVersion: found.slice(0, 20),
    };
  const result = envelopeSchema.safeParse(plain);
  if (result.success) return { ok: true, envelope: result.data };
  const [issue] = result.error.issues;
  return refused(`\`${issue?.path.join(".") || "v"}\` is missing or malformed`);
}

/** The fenced block, ready to end a body. Its JSON is plain ASCII without backticks. */
export function writeEnvelope(envelope: Envelope): string {
  const json = JSON.stringify(envelope, undefined, 2).replace(
    /[^\n\x20-\x7e]|[`<>&@]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return `\`\`\`signalbox\n${json}\n\`\`\``;
}

function refused(why: string): EnvelopeReading {
  return { ok: false, problem: `The \`signalbox\` block cannot be read: ${why}.` };
}
