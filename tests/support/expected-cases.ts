/**
 * The cases of `tests/fixtures/cases`: inputs after public reports, each with its right value. Add an issue to `built`
 * once what its entries expect is built; single entries that already hold are named in `alreadyHolds`.
 */
import { readFileSync } from "node:fs";
import { z } from "zod";

const folder = new URL("../fixtures/cases/", import.meta.url);

const expectation = z.looseObject({
  acts: z.string().nullish(),
  option: z.number().optional(),
  words: z.string().nullish(),
  because: z.string().nullish(),
  told: z.string().nullish(),
  mustName: z.array(z.string()).default([]),
  confirm: z.boolean().optional(),
  never: z.array(z.string()).default([]),
  closes: z.array(z.string()).default([]),
});
const circumstance = { given: z.string(), expect: expectation, because: z.string() };
const entryShape = z.looseObject({
  file: z.string(),
  kind: z.string(),
  issue: z.enum(["mend", "reader", "talk"]),
  ...circumstance,
  also: z.array(z.object(circumstance)).default([]),
});

export type Entry = z.infer<typeof entryShape>;
export type Expectation = z.infer<typeof expectation>;

export const entries: readonly Entry[] = z
  .object({ cases: z.array(entryShape) })
  .parse(JSON.parse(readFileSync(new URL("expected.json", folder), "utf8"))).cases;

/** A file of `public`, as it is. */
export function readCase(file: string): string {
  return readFileSync(new URL(`public/${file}`, folder), "utf8");
}

/** Whose entries have to hold. */
const built: ReadonlySet<Entry["issue"]> = new Set(["mend"]);

/** Of the others, why they do not yet. */
export const notYet: Readonly<Record<Exclude<Entry["issue"], "mend">, string>> = {
  talk: "plain words, reactions and tolerant reading of bodies and values are another issue's",
  reader: "the standing of pages by their own words is another issue's",
};

/** Comments with entries of issues that are not built, which hold as they are. */
const alreadyHolds: ReadonlySet<string> = new Set([
  "06-09.comment.md",
  "06-11.comment.md",
  "07i-answer-mention.comment.md",
]);

export function hasToHold({ file, issue }: Entry): boolean {
  return built.has(issue) || alreadyHolds.has(file);
}
