/** Texts that are read as a section of a message is, so that a flag takes what the issue's form takes. */
import { z } from "zod";
import type { Section } from "../../protocol/kinds/kind.ts";

/** @param description what the text is */
export function sectionInput<T>(section: Section<T>, description: string) {
  return z
    .string()
    .trim()
    .min(1)
    .max(500)
    .transform((text, context) => {
      const read = section.read(text);
      if (read.ok) return read.value;
      const { message, fix } = read.problem;
      context.addIssue([message, ...(fix === undefined ? [] : [fix])].join(" "));
      return z.NEVER;
    })
    .describe(description);
}
