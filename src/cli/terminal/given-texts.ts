/**
 * Puts the text of a file, or of standard input, in place of `@file` and `-`. Only the command line does: at any other
 * door `@file` is text, or a stranger could have our files read out.
 */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { text as readAll } from "node:stream/consumers";
import { messageOf, UserError } from "../../base/errors.ts";
import type { TextProperty } from "../../operations/properties.ts";

type Given = Readonly<Record<string, unknown>>;

/** @throws UserError if a file cannot be read, or if two texts are to come from standard input */
export async function withTexts(given: Given, texts: readonly TextProperty[]): Promise<Given> {
  const piped = texts.filter(({ name }) => given[name] === "-");
  if (piped.length > 1)
    throw new UserError(
      `Only one text can come from standard input, and ${piped.length} are to: ${piped.map(({ flag }) => flag).join(", ")}.`,
      { code: "invalid-input" },
    );
  const found: Record<string, unknown> = { ...given };
  for (const text of texts) {
    const value = given[text.name];
    if (typeof value === "string") found[text.name] = await textIn(text, value);
  }
  return found;
}

/** The files that `withTexts` reads: absolute paths. */
export function filesGiven(given: Given, texts: readonly TextProperty[]): readonly string[] {
  return texts.flatMap(({ name, file }) => {
    const value = given[name];
    if (typeof value !== "string" || value === "-") return [];
    if (file === "named") return [resolve(value)];
    return value.startsWith("@") && !value.startsWith("@@") ? [resolve(value.slice(1))] : [];
  });
}

async function textIn({ flag, file }: TextProperty, value: string): Promise<string> {
  if (value === "-") return readAll(process.stdin);
  if (file === "named") return fileAt(value, flag);
  if (value.startsWith("@@")) return value.slice(1);
  return value.startsWith("@")
    ? fileAt(value.slice(1), flag, " A text that begins with @ is written with @@.")
    : value;
}

function fileAt(path: string, flag: string, advice = ""): string {
  try {
    return readFileSync(path, "utf8");
  } catch (thrown) {
    throw new UserError(`The file for --${flag} cannot be read: ${messageOf(thrown)}.${advice}`, {
      cause: thrown,
      code: "invalid-input",
    });
  }
}
