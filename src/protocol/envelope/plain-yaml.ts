/**
 * Reads untrusted YAML and JSON as plain values. Aliases, anchors, tags and repeated keys are refused before
 * any value is built, and no key reaches a prototype. Do not use the YAML parser's own conversion.
 */
import { isAlias, isMap, isScalar, isSeq, parseDocument } from "yaml";

export type Plain = string | number | boolean | null | readonly Plain[] | PlainMap;
export interface PlainMap {
  readonly [key: string]: Plain;
}

/**
 * @param levels maximum nesting depth
 * @returns the map, or why it was refused, phrased to follow "cannot be read: "
 */
export function parsePlainMap(text: string, levels: number): PlainMap | string {
  try {
    const document = parseDocument(text, {
      schema: "core",
      uniqueKeys: true,
      merge: false,
      strict: true,
      logLevel: "error",
      prettyErrors: false,
    });
    const [error] = document.errors;
    if (error !== undefined)
      return `line ${lineOf(text, error.pos[0])} is not valid YAML or JSON, or repeats a key`;
    if (document.warnings.length > 0) return "it uses a tag";
    const plain = toPlain(document.contents, levels);
    if (typeof plain === "object" && plain !== null && !isList(plain)) return plain;
    return "it is not a mapping of keys to values";
  } catch (thrown) {
    return thrown instanceof Refused ? thrown.message : "it is nested too deeply";
  }
}

function lineOf(text: string, at: number): number {
  return text.slice(0, at).split("\n").length;
}

class Refused extends Error {}

/**
 * Builds values from the syntax tree, so that nothing in the text can run, refer to other nodes or reach a
 * prototype.
 */
function toPlain(node: unknown, levels: number): Plain {
  if (levels < 0) throw new Refused("it is nested too deeply");
  if (isAlias(node)) throw new Refused("it uses an alias");
  if (node === null || node === undefined) return null;
  if (!isScalar(node) && !isSeq(node) && !isMap(node)) throw new Refused("it contains an unsupported node");
  if (node.anchor !== undefined) throw new Refused("it uses an anchor");
  if (node.tag !== undefined) throw new Refused("it uses a tag");
  if (isScalar(node)) return toScalar(node.value);
  if (isSeq(node)) return node.items.map((item) => toPlain(item, levels - 1));
  const map: Record<string, Plain> = Object.create(null);
  for (const { key, value } of node.items) {
    const name = toPlain(key, 0);
    if (typeof name !== "string" && typeof name !== "number") throw new Refused("a key is not a string");
    if (name === "__proto__" || name === "constructor" || name === "prototype")
      throw new Refused(`\`${name}\` is not a key`);
    map[String(name)] = toPlain(value, levels - 1);
  }
  return map;
}

function toScalar(value: unknown): Plain {
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value;
  if (value === null || value === undefined) return null;
  throw new Refused("it contains something other than strings and numbers");
}

function isList(plain: Plain): plain is readonly Plain[] {
  return Array.isArray(plain);
}
