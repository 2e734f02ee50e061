/** Runs jq on the output of an operation. Loaded only where a filter is given. */
import { raw } from "jq-wasm";
import { z } from "zod";
import { messageOf, UserError } from "../../base/errors.ts";

/** One result a line, as gh prints them: texts as they are, nothing for null, everything else as JSON. */
export type Filter = (output: unknown) => Promise<string>;

/**
 * In brackets: jq writes what it found before an error, and then we would not hear of the error. On lines of its own,
 * so that a comment at its end ends there, and a filter that begins with a hyphen is no option.
 */
const collected = (filter: string): string => `[\n${filter}\n]`;

/** @throws UserError if it is no filter of jq */
export async function compiled(filter: string): Promise<Filter> {
  // Defined and not called: jq compiles it, and runs nothing.
  await run(`def given: ${collected(filter)}; null`, null);
  return async (output) => {
    const results = z.array(z.unknown()).parse(JSON.parse(await run(collected(filter), output)));
    return results.map(textOf).join("\n");
  };
}

async function run(filter: string, output: unknown): Promise<string> {
  try {
    return await raw(JSON.stringify(output), filter, ["-c"]);
  } catch (thrown) {
    throw new UserError(`--jq: ${reasonIn(messageOf(thrown))}`, { code: "invalid-input", cause: thrown });
  }
}

/** jq's own words, without where they come from. */
function reasonIn(message: string): string {
  const [first = ""] = message.replace(/^Failed to execute raw query: /, "").split("\n");
  return first.replace(/^jq: error(?: \([^)]*\))*: /, "").slice(0, 300);
}

function textOf(result: unknown): string {
  if (typeof result === "string") return result;
  return result === null ? "" : JSON.stringify(result);
}
