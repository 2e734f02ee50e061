/** Items with a note each, such as `src/login.ts: asks for the password`, as a section of a handover reads them. */
import { z } from "zod";
import type { Section } from "../../protocol/kinds/kind.ts";
import { inCode } from "../../protocol/render/code.ts";
import { shorten } from "../../protocol/render/shorten.ts";
import type { Noted } from "../../protocol/section-values/noted.ts";
import { beginsList } from "./list-input.ts";

/** A name in backticks, or before a colon or a dash. */
const hasName = /^`[^`]+`|:(?=\s|$)|\s[—–-]+\s/;

/** @param example a correct item, without a mark */
export function notedInput(section: Section<readonly Noted[]>, example: string, description: string) {
  return z
    .array(z.string().trim().min(1).max(60_000))
    .min(1)
    .max(500)
    .transform((values, context) => {
      const refuse = (problem: string): never => {
        context.addIssue(problem);
        return z.NEVER;
      };
      const unclear = values.flatMap((value) => unclearLine(value) ?? [])[0];
      if (unclear !== undefined)
        return refuse(
          `${section.label}: ${inCode(shorten(unclear, 100))} may be an item of its own, or go on with the line above. Write each item as ${inCode(`- ${example}`)}, and indent a line that goes on.`,
        );
      const read = section.read(values.map(asList).join("\n"));
      if (read.ok) return read.value;
      return refuse([read.problem.message, read.problem.fix].filter(Boolean).join(" "));
    })
    .describe(description)
    .optional();
}

const linesOf = (value: string): readonly string[] => value.split("\n").filter((line) => line.trim() !== "");

/** A line after the first that is not indented, and names nothing. */
function unclearLine(value: string): string | undefined {
  return linesOf(value)
    .slice(1)
    .find((line) => !/^\s/.test(line) && !beginsList(line) && !hasName.test(line));
}

/** With a mark in front of each item that has none. An indented line belongs to the one above. */
function asList(value: string): string {
  return linesOf(value)
    .map((line) => (/^\s/.test(line) || beginsList(line) ? line : `- ${line}`))
    .join("\n");
}
