/**
 * The properties of an operation's input, from the JSON Schema that zod generates: flags, queries and their descriptions
 * are derived from them.
 */
import { z } from "zod";
import { fileFlagMark, fromFileMark } from "./writes/text-input.ts";

export interface Property {
  readonly name: string;
  readonly flag: string;
  readonly description: string;
  readonly type: "string" | "number" | "boolean" | "array";
  readonly choices: readonly string[] | undefined;
  readonly preset: unknown;
  readonly isRequired: boolean;
  /** `marked`: `@file` and `-` stand for a text of a file or of standard input. `named`: it is a file's name or `-`. */
  readonly file: TextProperty["file"] | undefined;
}

/** A text that may come from a file. */
export interface TextProperty {
  readonly name: string;
  readonly flag: string;
  readonly file: "marked" | "named";
}

const propertyShape = z.object({
  type: z.enum(["string", "number", "integer", "boolean", "array"]),
  description: z.string().default(""),
  enum: z.array(z.string()).optional(),
  default: z.unknown().optional(),
  [fromFileMark]: z.literal(true).optional(),
  [fileFlagMark]: z.string().optional(),
});
const objectShape = z.object({
  properties: z.record(z.string(), propertyShape).default({}),
  required: z.array(z.string()).default([]),
});

const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

export function propertiesOf(input: z.ZodObject): readonly Property[] {
  const { properties, required } = objectShape.parse(z.toJSONSchema(input, { io: "input" }));
  return Object.entries(properties).map(([name, property]) => ({
    name,
    flag: property[fileFlagMark] ?? kebab(name),
    description: property.description,
    type: property.type === "integer" ? "number" : property.type,
    choices: property.enum,
    preset: property.default,
    isRequired: required.includes(name),
    file: fileOf(property),
  }));
}

function fileOf(property: z.output<typeof propertyShape>): Property["file"] {
  if (property[fileFlagMark] !== undefined) return "named";
  return property[fromFileMark] === true ? "marked" : undefined;
}

/**
 * An input as a query of a URL has it: `?limit=5&words=a&words=b`. What cannot be converted stays text, for the schema to
 * refuse.
 */
export function inputOfQuery(input: z.ZodObject, query: URLSearchParams): Readonly<Record<string, unknown>> {
  const types = new Map(propertiesOf(input).map(({ name, type }) => [name, type]));
  return Object.fromEntries(
    [...new Set(query.keys())].map((name) => [name, valueIn(types.get(name), query.getAll(name))]),
  );
}

function valueIn(type: Property["type"] | undefined, given: readonly string[]): unknown {
  if (type === "array") return given;
  const [first = ""] = given;
  if (given.length > 1) return given;
  if (type === "boolean" && /^(?:true|false|)$/.test(first)) return first !== "false";
  return type === "number" && /^-?\d+(?:\.\d+)?$/.test(first) ? Number(first) : first;
}

/** The names in an input that the operation does not know. */
export function unknownNames(input: z.ZodObject, given: object): readonly string[] {
  return Object.keys(given).filter((name) => !Object.hasOwn(input.shape, name));
}
