/** Our own small context store, as the coordinator's tests read it. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { StoreDocument } from "../../src/coordinator/passage/passage.ts";
import { passagesOf } from "../../src/coordinator/passage/passages.ts";
import { buildIndex } from "../../src/coordinator/search/index.ts";
import type { SearchableStore } from "../../src/coordinator/search/searchable-store.ts";
import type { WrittenQuestion } from "../../src/coordinator/written-question.ts";

const folder = join(import.meta.dirname, "../fixtures/answers");
export const commit = "4f9a1c2b7d3e5f60718293a4b5c6d7e8f9012345";

const questionRow = z.object({ title: z.string(), body: z.string().default(""), path: z.string() });

export const questions = z
  .array(questionRow)
  .parse(JSON.parse(readFileSync(join(folder, "questions.json"), "utf8")));

export function storedDocuments(): readonly StoreDocument[] {
  const root = join(folder, "store");
  return readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.(?:md|mdx|rst)$/.test(path))
    .sort()
    .map((path) => ({ path, commit, text: readFileSync(join(root, path), "utf8") }));
}

export function documentOf(path: string, text: string): StoreDocument {
  return { path, commit, text };
}

export function storeOf(
  documents: readonly StoreDocument[],
  packages: readonly string[] = [],
): SearchableStore {
  return {
    index: buildIndex(documents.flatMap(passagesOf)),
    document: (path) => documents.find((document) => document.path === path),
    packages: new Set(packages),
  };
}

export function ask(title: string, more: Partial<WrittenQuestion> = {}): WrittenQuestion {
  return { title, body: "", ...more };
}
