/**
 * Reads the questions on curated project pages: `stores/<name>.docs.jsonl` and `questions/<name>.jsonl` of a
 * directory.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { StoreDocument } from "../../../src/coordinator/passage/passage.ts";
import { categories, urgencies } from "../../../src/protocol/kinds/question.ts";

const statement = z.object({ path: z.string(), quote: z.string() });
const row = z.object({
  id: z.string(),
  store: z.string(),
  title: z.string(),
  body: z.string(),
  declared: z.enum(categories),
  urgency: z.enum(urgencies),
  action: z.enum(["answer", "escalate"]),
  kind: z.enum(["answerable", "superseded", "unsettled", "person", "conflict"]),
  gold: z.array(statement),
  also: z.array(statement).default([]),
});
export type ProjectQuestion = Readonly<z.output<typeof row>>;

export interface Project {
  readonly name: string;
  readonly documents: readonly StoreDocument[];
  readonly questions: readonly ProjectQuestion[];
}

export function isProjectFolder(folder: string): boolean {
  return existsSync(join(folder, "stores")) && existsSync(join(folder, "questions"));
}

export function readProjects(folder: string): readonly Project[] {
  const names = readdirSync(join(folder, "questions")).filter((file) => file.endsWith(".jsonl"));
  return names.sort().map((file) => {
    const name = file.replace(".jsonl", "");
    const documents = rows(join(folder, "stores", `${name}.docs.jsonl`), statementless);
    return {
      name,
      documents: documents.map((document) => ({ ...document, commit: "0".repeat(40) })),
      questions: rows(join(folder, "questions", file), row),
    };
  });
}

const statementless = z.object({ path: z.string(), text: z.string() });

function rows<Row>(file: string, shape: z.ZodType<Row>): readonly Row[] {
  const lines = readFileSync(file, "utf8").trim().split("\n");
  return lines.map((line) => shape.parse(JSON.parse(line)));
}
