/** Texts of an operation that writes. The command line also takes them from a file or from standard input. */
import { z } from "zod";

/** The property of a JSON schema by which the command line knows such a text. */
export const fromFileMark = "fromFile";

/**
 * The property by which the command line knows a text that always comes from a file; its value is the flag, whose
 * argument is the file's name.
 */
export const fileFlagMark = "fileFlag";

/** @param description what the text is */
export function textInput(description: string): z.ZodString {
  return text().meta({ description, [fromFileMark]: true });
}

/**
 * @param flag the flag that takes the file's name
 * @param description what the text is
 */
export function fileInput(flag: string, description: string): z.ZodString {
  return text().meta({ description, [fileFlagMark]: flag });
}

function text(): z.ZodString {
  return z.string().trim().min(1, "must not be empty").max(60_000, "must be at most 60,000 characters");
}

/** A text of one line. */
export const oneLineInput = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .regex(/^[^\p{Cc}]*$/u, "must be one line");
