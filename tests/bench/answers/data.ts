/**
 * Reads the answer data: document stores and question sets, in a directory outside the repository. It is
 * other people's text, for measuring only; never commit it.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { z } from "zod";
import type { StoreDocument } from "../../../src/coordinator/passage/passage.ts";

const gold = z.object({ path: z.string() });
const questionRow = z.object({
  id: z.string(),
  store: z.string(),
  title: z.string(),
  body: z.string().nullish(),
  answerable: z.boolean(),
  gold: z.array(gold),
});
const authorityRow = z.object({
  id: z.string(),
  title: z.string(),
  body: z.string().nullish(),
  cls: z.string(),
  must_escalate: z.boolean(),
  origin: z.string(),
});
const documentRow = z.object({
  path: z.string(),
  text: z.string(),
  commit: z.string().optional(),
});

export interface QuestionRow {
  readonly id: string;
  /** The name of its file, without extensions. */
  readonly set: string;
  readonly store: string;
  readonly title: string;
  readonly body: string;
  readonly isAnswerable: boolean;
  readonly gold: ReadonlySet<string>;
}

export interface AuthorityRow {
  readonly id: string;
  readonly title: string;
  readonly body: string;
  readonly mustEscalate: boolean;
  readonly origin: string;
}

/** Whether a directory has the data's layout. */
export function isDataFolder(folder: string, split: string): boolean {
  return existsSync(join(folder, "corpora")) && existsSync(join(folder, split));
}

/** The names of the question sets of a split. */
export function setsOf(folder: string, split: string): readonly string[] {
  return readdirSync(join(folder, split))
    .filter((file) => file.endsWith(".jsonl.gz") && !file.startsWith("authority"))
    .map((file) => file.replace(".jsonl.gz", ""))
    .sort();
}

export function readQuestions(folder: string, split: string, set: string): readonly QuestionRow[] {
  return rowsOf(join(folder, split, `${set}.jsonl.gz`), questionRow).map((row) => ({
    ...row,
    set,
    body: row.body ?? "",
    isAnswerable: row.answerable,
    gold: new Set(row.gold.map(({ path }) => path)),
  }));
}

export function readAuthority(folder: string, split: string): readonly AuthorityRow[] {
  return rowsOf(join(folder, split, "authority.jsonl.gz"), authorityRow).map((row) => ({
    ...row,
    body: row.body ?? "",
    mustEscalate: row.must_escalate,
  }));
}

/** A store's documents; those without a commit are marked as having none. */
export function readStore(folder: string, store: string): readonly StoreDocument[] {
  return rowsOf(join(folder, "corpora", `${store}.docs.jsonl.gz`), documentRow).map((row) => ({
    path: row.path,
    commit: row.commit ?? "0".repeat(40),
    text: row.text,
  }));
}

function rowsOf<Row>(file: string, shape: z.ZodType<Row>): readonly Row[] {
  const lines = gunzipSync(readFileSync(file)).toString("utf8").trim().split("\n");
  return lines.map((line) => shape.parse(JSON.parse(line)));
}
