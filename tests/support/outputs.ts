/** Holds the outputs of operations to their schemas: as JSON, and without fields that the schema does not have. */
import { Ajv2020 } from "ajv/dist/2020.js";
import { z } from "zod";
import { catalogue } from "../../src/operations/catalogue.ts";

const ajv = new Ajv2020({ allErrors: true });
const validators = new Map(
  catalogue.map(({ name, output }) => [name, ajv.compile(z.toJSONSchema(output, { io: "output" }))]),
);

/** What is wrong with an output, one line each. */
export function misfitsOf(name: string, output: unknown): readonly string[] {
  const fits = validators.get(name);
  if (fits === undefined) return [`there is no operation ${name}`];
  if (fits(JSON.parse(JSON.stringify(output)))) return [];
  return (fits.errors ?? []).map(
    ({ instancePath, message, params }) => `${name}${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}

/** `--json` alone, as the last word or before another flag. */
function printsWhole(argv: readonly string[]): boolean {
  const next = argv[argv.indexOf("--json") + 1];
  return argv.includes("--json") && !argv.includes("--jq") && (next === undefined || next.startsWith("-"));
}

/** What is wrong with the whole output that a command line printed with `--json`; nothing for other commands. */
export function printedMisfits(argv: readonly string[], out: string): readonly string[] {
  const [first = "", second] = argv;
  const name = first === "space" ? `space-${second}` : first;
  const isOperation = validators.has(name) && !(name === "agents" && second === "add");
  return isOperation && printsWhole(argv) && out !== "" ? misfitsOf(name, JSON.parse(out)) : [];
}
