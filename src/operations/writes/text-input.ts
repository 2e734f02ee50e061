/** Texts of an operation that writes. The command line also takes them from a file or from standard input. */
import { z } from "zod";

/** The property of a JSON schema by which the command line knows such a text. */
export const fromFileMark = "fromFile";

/** @param description what the text is */
export function textInput(description: string): z.ZodString {
  return z
    .string()
    .trim()
    .min(1, "must not be empty")
    .max(60_000, "must be at most 60,000 characters")
    .meta({ description, [fromFileMark]: true });
}
