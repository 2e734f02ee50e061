/**
 * The machine-readable block at the end of a body: who speaks, in which thread, under which schema version. A
 * newcomer would hand it to a YAML parser as it is; aliases, tags and repeated keys are refused before anything is
 * built from them.
 */
import { isAlias, isMap, isScalar, isSeq, parseDocument } from "yaml";
import { z } from "zod";
import { utf8Length } from "./characters.ts";

/** In bytes of UTF-8. */
const maxEnvelopeBytes = 8 * 1024;
const maxDepth = 4;
/** The major version that this release reads and writes. */
const major = 1;

const word = z.string().min(1).max(200);

const envelopeSchema = z.object({
  /** Schema version, `1.x`. */
  v: z
    .union([z.string(), z.number()])
    .transform(String)
    .pipe(z.string().regex(/^\d{1,4}(?:\.\d{1,4}){0,2}$/)),
  /** A ULID of the sender's making: the same id from the same author is the same message. */
  id: z
    .string()
    .regex(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/)
    .optional(),
  /** The sending agent's name. Proves nothing without a signature. */
  from: word.optional(),
  track: word.optional(),
  refs: z.array(word).max(50).optional(),
  thread: word.optional(),
  sig: z.string().min(1).max(2_000).optional(),
});

/** What the envelope says, checked in shape only. */
export type Envelope = Readonly<z.output<typeof envelopeSchema>>;

export type EnvelopeReading =
  | { readonly ok: true; readonly envelope: Envelope }
  /** `unsupportedVersion` is set where the block is sound but of a major version that this release does not know. */
  | { readonly ok: false; readonly problem: string; readonly unsupportedVersion?: string };

/** Reads YAML or JSON. Never throws. Unknown keys are left out, so that any `1.x` can be read. */
export function readEnvelope(text: string): EnvelopeReading {
  if (text.length > maxEnvelopeBytes || utf8Length(text) > maxEnvelopeBytes)
    return refused(`it is larger than ${maxEnvelopeBytes} bytes`);
  const plain = parse(text);
  if (typeof plain === "string") return refused(plain);
  const version = plain.v;
  const found = typeof version === "number" ? String(version) : version;
  if (typeof found === "string" && /^\d{1,4}(?:\.|$)/.test(found) && Number.parseInt(found, 10) !== major)
    return {
      ok: false,
      problem: `The \`signalbox\` block has schema version ${found.slice(0, 20)}, and this release reads ${major}.x.`,
      unsupportedVersion: found.slice(0, 20),
    };
  const result = envelopeSchema.safeParse(plain);
  if (result.success) return { ok: true, envelope: result.data };
  const [issue] = result.error.issues;
  return refused(`\`${issue?.path.join(".") || "v"}\` is missing or not of the expected form`);
}

/** The fenced block, ready to stand at the end of a body. Its JSON is plain ASCII without backticks. */
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

type Plain = string | number | boolean | null | readonly Plain[] | { readonly [key: string]: Plain };

/** @returns the map, or why it was refused */
function parse(text: string): Readonly<Record<string, Plain>> | string {
  try {
    const document = parseDocument(text, {
      schema: "core",
      uniqueKeys: true,
      merge: false,
      strict: true,
      logLevel: "error",
      prettyErrors: false,
    });
    if (document.errors.length > 0) return "it is neither YAML nor JSON with each key once";
    if (document.warnings.length > 0) return "it uses a tag";
    const plain = toPlain(document.contents, 0);
    if (typeof plain === "object" && plain !== null && !isList(plain)) return plain;
    return "it is not a map of names to values";
  } catch (thrown) {
    return thrown instanceof Refused ? thrown.message : "it is nested too deeply";
  }
}

class Refused extends Error {}

/** Builds values from the syntax tree, so that nothing in it can run, refer or reach a prototype. */
function toPlain(node: unknown, depth: number): Plain {
  if (depth > maxDepth) throw new Refused("it is nested too deeply");
  if (isAlias(node)) throw new Refused("it uses an alias");
  if (node === null || node === undefined) return null;
  if (!isScalar(node) && !isSeq(node) && !isMap(node)) throw new Refused("it holds something unknown");
  if (node.anchor !== undefined) throw new Refused("it uses an anchor");
  if (node.tag !== undefined) throw new Refused("it uses a tag");
  if (isScalar(node)) return toScalar(node.value);
  if (isSeq(node)) return node.items.map((item) => toPlain(item, depth + 1));
  const map: Record<string, Plain> = Object.create(null);
  for (const { key, value } of node.items) {
    const name = toPlain(key, maxDepth);
    if (typeof name !== "string" && typeof name !== "number") throw new Refused("a key is not a name");
    if (name === "__proto__" || name === "constructor" || name === "prototype")
      throw new Refused(`\`${name}\` is no key`);
    map[String(name)] = toPlain(value, depth + 1);
  }
  return map;
}

function toScalar(value: unknown): Plain {
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value;
  if (value === null || value === undefined) return null;
  throw new Refused("it holds something other than text and numbers");
}

function isList(plain: Plain): plain is readonly Plain[] {
  return Array.isArray(plain);
}
