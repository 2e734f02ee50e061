/** What `--json` prints: everything, some fields, or what a jq filter makes of it, as gh has it. */
import { z } from "zod";
import { UserError } from "../../base/errors.ts";
import type { Operation } from "../../operations/operation.ts";
import { visible } from "../../protocol/characters.ts";
import type { Terminal } from "./terminal.ts";

export interface JsonFlags {
  /** True for all fields. */
  readonly json?: true | string;
  readonly jq?: string;
}

export const jsonFlags = [
  ["--json [fields]", "print JSON: all fields, or these, separated by commas"],
  ["--jq <filter>", "print what this jq filter makes of the JSON"],
] as const satisfies readonly (readonly [string, string])[];

/** Makes text of an output. */
export type PrintJson = (output: unknown) => Promise<string>;

/**
 * Undefined if no JSON was asked for. Checks the fields and the filter, so that nothing is done for output that cannot
 * be printed.
 * @throws UserError for a field that the output does not have, or a filter that is no jq
 */
export async function jsonPrinter(
  { json, jq }: JsonFlags,
  operation: Operation,
  { isTty }: Pick<Terminal, "isTty">,
): Promise<PrintJson | undefined> {
  if (json === undefined && jq === undefined) return undefined;
  const chosen = typeof json === "string" ? chosenFields(json, operation) : undefined;
  const select = (output: unknown): unknown =>
    chosen === undefined ? output : withFields(output, operation, chosen);
  if (jq === undefined) return async (output) => JSON.stringify(select(output), undefined, 2);
  const { compiled } = await import("./jq.ts");
  const filter = await compiled(jq);
  return async (output) => {
    const text = await filter(select(output));
    // A filter can make control characters of harmless text, as with @base64d.
    return isTty ? text.split("\n").map(visible).join("\n") : text;
  };
}

/** Fields of the items, if the output is a list. */
function itemsOf({ output, reads }: Operation): z.ZodObject {
  const list = reads === undefined || reads === "object" ? undefined : output.shape[reads];
  const item = list instanceof z.ZodArray ? list.element : undefined;
  return item instanceof z.ZodObject ? item : output;
}

function chosenFields(given: string, operation: Operation): readonly string[] {
  const known = Object.keys(itemsOf(operation).shape).sort();
  const chosen = given
    .split(",")
    .map((field) => field.trim())
    .filter((field) => field !== "");
  const wrong = chosen.find((field) => !known.includes(field));
  if (wrong === undefined && chosen.length > 0) return chosen;
  const what = wrong === undefined ? "no field" : `no field ${JSON.stringify(visible(wrong.slice(0, 60)))}`;
  throw new UserError(
    [
      `--json: the output of ${operation.name} has ${what}. Its fields are:`,
      ...known.map((name) => `  ${name}`),
    ].join("\n"),
    { code: "invalid-input" },
  );
}

/** A list keeps what is said of the whole of it, such as how up to date it is. */
function withFields(output: unknown, { reads }: Operation, fields: readonly string[]): unknown {
  if (reads === undefined || reads === "object") return picked(output, fields);
  const whole = z.record(z.string(), z.unknown()).parse(output);
  const items = z.array(z.unknown()).parse(whole[reads]);
  return { ...whole, [reads]: items.map((item) => picked(item, fields)) };
}

function picked(value: unknown, fields: readonly string[]): unknown {
  const known = new Map(Object.entries(z.record(z.string(), z.unknown()).parse(value)));
  return Object.fromEntries(fields.flatMap((name) => (known.has(name) ? [[name, known.get(name)]] : [])));
}
