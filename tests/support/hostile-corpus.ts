/**
 * The hostile corpus: texts that people and programs might write to do harm, kept as data in
 * `tests/fixtures/hostile/`, one file a subject. A long text is stored as its repeated pattern.
 */
import { readdirSync, readFileSync } from "node:fs";
import { z } from "zod";

const folder = new URL("../fixtures/hostile/", import.meta.url);

const fileShape = z.strictObject({
  /** The subject of the file, for people who add to it. */
  about: z.string(),
  cases: z.array(
    z.strictObject({
      name: z.string(),
      text: z.union([
        z.string(),
        z.strictObject({
          repeat: z.string(),
          times: z.number().int().positive(),
          before: z.string().default(""),
          after: z.string().default(""),
        }),
      ]),
    }),
  ),
});

export interface HostileCase {
  /** `links: by reference`. */
  readonly name: string;
  readonly subject: string;
  readonly text: string;
}

/** All texts, in the order of the files. */
export function hostileCorpus(): readonly HostileCase[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith(".json"))
    .toSorted()
    .flatMap((file) => {
      const subject = file.replace(".json", "");
      const { cases } = fileShape.parse(JSON.parse(readFileSync(new URL(file, folder), "utf8")));
      return cases.map(({ name, text }) => ({ name: `${subject}: ${name}`, subject, text: written(text) }));
    });
}

function written(text: z.infer<typeof fileShape>["cases"][number]["text"]): string {
  if (typeof text === "string") return text;
  const { before, repeat, times, after } = text;
  return before + repeat.repeat(times) + after;
}
