/**
 * Lists as people and agents write them: one value may have several items, one a line, with the marks of a list or
 * without them. Never put a mark in front of a value that has one: `- - a.ts` is another name.
 */
import { z } from "zod";
import { emptyListWords, listMark, readChecklist } from "../../protocol/sections/section-types.ts";
import { issueInput } from "../issue.ts";
import { oneLineInput } from "./text-input.ts";

const maxValues = 500;
const valuesInput = z.array(z.string().trim().min(1).max(60_000)).max(maxValues);

export function beginsList(value: string): boolean {
  return listMark.test(value);
}

/** `- one\n- two` is two items; what begins no list is one item, of however many lines. */
function itemsIn(value: string): readonly string[] {
  return beginsList(value) ? readChecklist(value).map(({ text }) => text) : [value];
}

/** As `itemsIn`, but each line is an item. */
function linesIn(value: string): readonly string[] {
  return value.split("\n").flatMap((line) => (line.trim() === "" ? [] : itemsIn(line.trim())));
}

/** Texts that may have several lines, such as options with their pros and cons. */
export function choicesInput(maxLength: number, maxItems: number, minItems = 0) {
  return valuesInput
    .transform((values) => values.flatMap(itemsIn))
    .pipe(z.array(z.string().trim().min(1).max(maxLength)).min(minItems).max(maxItems));
}

/** Texts of one line each. */
export function linesInput(maxLength: number, maxItems: number) {
  return valuesInput
    .transform((values) => values.flatMap(linesIn))
    .pipe(z.array(oneLineInput(maxLength)).max(maxItems));
}

/** Names such as paths and globs, also in backticks. */
export function namesInput(maxLength: number, maxItems: number) {
  return valuesInput
    .transform((values) => values.flatMap(linesIn).map((name) => name.replace(/^`([^`]+)`$/, "$1")))
    .pipe(z.array(oneLineInput(maxLength)).max(maxItems));
}

/** Issues, also several in one value: `#14, #15`. `none` is an empty list. */
export function issuesInput(maxItems: number) {
  return valuesInput
    .transform((values) => values.flatMap(linesIn).flatMap((line) => line.split(/[\s,]+/)))
    .transform((words) => words.filter((word) => word !== "" && !emptyListWords.has(word.toLowerCase())))
    .pipe(z.array(issueInput).max(maxItems));
}
