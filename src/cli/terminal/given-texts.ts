/**
 * Puts the text of a file, or of standard input, in place of `@file` and `-`. Only the command line does: at any other
 * door `@file` is text, or a stranger could have our files read out.
 */
import { readFileSync } from "node:fs";
import { text as readAll } from "node:stream/consumers";
import { messageOf, UserError } from "../../base/errors.ts";

type Given = Readonly<Record<string, unknown>>;

/**
 * @param names properties that are texts
 * @throws UserError if a file cannot be read, or if two texts are to come from standard input
 */
export async function withTexts(given: Given, names: readonly string[]): Promise<Given> {
  const piped = names.filter((name) => given[name] === "-");
  if (piped.length > 1)
    throw new UserError(
      `Only one text can come from standard input, and ${piped.length} are to: ${piped.join(", ")}.`,
      { code: "invalid-input" },
    );
  const found: Record<string, unknown> = { ...given };
  for (const name of names) {
    const value = given[name];
    if (typeof value === "string") found[name] = await textIn(name, value);
  }
  return found;
}

async function textIn(name: string, value: string): Promise<string> {
  if (value === "-") return readAll(process.stdin);
  if (value.startsWith("@@")) return value.slice(1);
  if (!value.startsWith("@")) return value;
  try {
    return readFileSync(value.slice(1), "utf8");
  } catch (thrown) {
    throw new UserError(
      `The file for --${name} cannot be read: ${messageOf(thrown)}. A text that begins with @ is written with @@.`,
      { cause: thrown, code: "invalid-input" },
    );
  }
}
