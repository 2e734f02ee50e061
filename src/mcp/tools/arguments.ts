/** The arguments of tools and operations as JSON Schema, and what is said about those that do not fit. */
import { z } from "zod";
import { UserError } from "../../base/errors.ts";
import { senderMark } from "../../operations/holding/holding.ts";
import { oneLine } from "../../operations/output/terminal-text.ts";
import type { Given } from "../given.ts";

export type JsonSchema = Readonly<Record<string, unknown>>;

/** Without what every schema says alike: a list of tools is paid for in each conversation. */
export function schemaOf(input: z.ZodObject): JsonSchema {
  const {
    $schema: _,
    additionalProperties: __,
    ...schema
  } = z.toJSONSchema(input, {
    io: "input",
    // Some clients refuse the empty schemas by which zod says that anything fits.
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema._zod.def.type !== "record") return;
      delete jsonSchema.propertyNames;
      jsonSchema.additionalProperties = true;
    },
  });
  return schema;
}

const propertyShape = z.object({
  type: z.string().optional(),
  enum: z.array(z.string()).optional(),
  description: z.string().optional(),
  default: z.unknown().optional(),
  [senderMark]: z.literal(true).optional(),
});
const schemaShape = z.object({
  properties: z.record(z.string(), propertyShape).default({}),
  required: z.array(z.string()).default([]),
});
type Property = z.output<typeof propertyShape>;

/** The caller is known: a sender that a call names is ignored, and not even mentioned. */
export function withoutSender(schema: JsonSchema, given: Given): Given {
  const { properties } = schemaShape.parse(schema);
  return Object.fromEntries(Object.entries(given).filter(([name]) => !isSender(properties[name])));
}

function isSender(property: Property | undefined): boolean {
  return property?.[senderMark] === true;
}

/**
 * A number where a text is wanted is meant as that text, and a text where a list is wanted as its only item: models
 * write 12 for "12", and "- a.ts: asks" for a list of one.
 */
export function withTexts(schema: JsonSchema, given: Given): Given {
  const { properties } = schemaShape.parse(schema);
  const read = ([name, value]: readonly [string, unknown]): readonly [string, unknown] => {
    const wanted = properties[name]?.type;
    if (wanted === "string" && typeof value === "number") return [name, String(value)];
    const isOnly = wanted === "array" && (typeof value === "string" || typeof value === "number");
    return [name, isOnly ? [String(value)] : value];
  };
  return Object.fromEntries(Object.entries(given).map(read));
}

const maxProblems = 10;

/** @param takes what would fit */
export function misfit(name: string, { issues }: z.ZodError, takes: string): UserError {
  const problems = issues
    .slice(0, maxProblems)
    .map(({ path, message }) => `- ${oneLine(path.join("."), 100) || name}: ${oneLine(message, 300)}`);
  return new UserError(`\`${name}\` was not understood:\n${problems.join("\n")}\n${takes}`, {
    code: "invalid-input",
  });
}

/** `It takes: issue, action (take, keep, release), files? (array).` */
export function argumentsOf(schema: JsonSchema): string {
  const words = knownIn(schema).map(({ name, isRequired, property }) => wordFor(name, isRequired, property));
  return words.length === 0 ? "It takes no arguments." : `It takes: ${words.join(", ")}.`;
}

/** One line for each. */
export function describedArguments(schema: JsonSchema): readonly string[] {
  return knownIn(schema).map(({ name, isRequired, property }) => {
    const preset = property.default === undefined ? "" : `; default ${JSON.stringify(property.default)}`;
    const about = property.description === undefined ? "" : `: ${property.description}`;
    return `- ${wordFor(name, isRequired, property)}${about}${preset}`;
  });
}

function knownIn(schema: JsonSchema) {
  const { properties, required } = schemaShape.parse(schema);
  return Object.entries(properties)
    .filter(([, property]) => !isSender(property))
    .map(([name, property]) => ({ name, property, isRequired: required.includes(name) }));
}

function wordFor(name: string, isRequired: boolean, { type, enum: choices }: Property): string {
  const mark = isRequired ? "" : "?";
  if (choices !== undefined) return `${name}${mark} (${choices.join(", ")})`;
  return `${name}${mark}${type === undefined || type === "string" ? "" : ` (${type})`}`;
}
