/**
 * Converts a zod schema to flags, and flags to its input. Flags are never written by hand, so they cannot
 * drift from the schema: both they and, later, tools and routes are derived from the JSON Schema that zod
 * generates.
 */
import { Argument, type Command, Option } from "commander";
import { z } from "zod";
import { fileFlagMark, fromFileMark } from "../../operations/writes/text-input.ts";

interface Property {
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

/** As commander names the value of a flag. */
const camel = (flag: string): string => flag.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());

function propertiesOf(input: z.ZodObject): readonly Property[] {
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

export function textsOf(input: z.ZodObject): readonly TextProperty[] {
  return propertiesOf(input).flatMap(({ name, flag, file }) =>
    file === undefined ? [] : { name, flag, file },
  );
}

/** Adds an argument for each positional property and a flag for every other one. */
export function addFlags(command: Command, input: z.ZodObject, positional: readonly string[]): void {
  for (const property of propertiesOf(input)) {
    if (positional.includes(property.name)) command.addArgument(argumentOf(property));
    else command.addOption(optionOf(property));
  }
}

function argumentOf(property: Property): Argument {
  const flag = property.type === "array" ? `${property.flag}...` : property.flag;
  const name = property.isRequired ? `<${flag}>` : `[${flag}]`;
  return new Argument(name, property.description);
}

const sources = {
  marked: "; @file or - for standard input",
  named: "; - for standard input",
  none: "",
} as const;

function optionOf(property: Property): Option {
  const string = property.file === "named" ? " <file>" : " <value>";
  const value = { boolean: "", number: " <number>", string, array: " <value...>" }[property.type];
  const shown = property.preset === undefined || property.preset === false;
  const preset = shown ? "" : ` (default: ${String(property.preset)})`;
  const source = sources[property.file ?? "none"];
  const option = new Option(`--${property.flag}${value}`, `${property.description}${source}${preset}`);
  if (property.choices !== undefined) option.choices([...property.choices]);
  return option.makeOptionMandatory(property.isRequired);
}

/**
 * The given flags as the schema expects them: numbers as numbers, and no keys for flags that were not given.
 */
export function operationInput(
  input: z.ZodObject,
  positional: readonly string[],
  given: { readonly args: readonly unknown[]; readonly options: Readonly<Record<string, unknown>> },
): Readonly<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (const { name, type, flag } of propertiesOf(input)) {
    const place = positional.indexOf(name);
    const value = place >= 0 ? positionalValue(type, given.args, place) : given.options[camel(flag)];
    if (value !== undefined) found[name] = type === "number" ? Number(value) : value;
  }
  return found;
}

/** A list takes all the arguments that are left. */
function positionalValue(type: Property["type"], args: readonly unknown[], place: number): unknown {
  if (type !== "array") return args[place];
  return args.length > place ? args.slice(place) : undefined;
}
