/**
 * Converts an operation's input to flags, and flags to its input. Flags are never written by hand, so they cannot drift
 * from the schema.
 */
import { Argument, type Command, Option } from "commander";
import type { z } from "zod";
import { type Property, propertiesOf, type TextProperty } from "../../operations/properties.ts";

/** As commander names the value of a flag. */
const camel = (flag: string): string => flag.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());

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
