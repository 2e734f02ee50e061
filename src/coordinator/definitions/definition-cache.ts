/**
 * Caches the definitions of source files by blob id, since the same id means the same text. Bounded: what is
 * evicted is read again.
 */
import { LRUCache } from "lru-cache";
import type { TreeFile } from "../ports.ts";
import { type Definition, definitionsIn } from "./definitions.ts";

type File = Pick<TreeFile, "path" | "oid">;

export interface DefinitionCache {
  readonly has: (file: File) => boolean;
  readonly keep: (file: File, text: string) => void;
  readonly find: (file: File, name: string) => readonly Definition[];
}

/** Total characters cached: about 150,000 definitions. */
const maxCharacters = 4 * 1024 * 1024;

export function createDefinitionCache(limit: number = maxCharacters): DefinitionCache {
  /** Flat texts, one line for each definition, so that they do not retain the file's text. */
  const kept = new LRUCache<string, string>({
    maxSize: limit,
    sizeCalculation: (flat, key) => flat.length + key.length,
  });
  // The file extension determines which kinds of definition are recognised.
  const keyOf = ({ path, oid }: File): string => `${oid} ${path.slice(path.lastIndexOf(".") + 1)}`;
  return {
    has: (file) => kept.has(keyOf(file)),
    keep: (file, text) => {
      const lines = definitionsIn(file.path, text).map(({ name, kind, line }) => `${name} ${kind} ${line}\n`);
      kept.set(keyOf(file), lines.join(""));
    },
    find: (file, name) => {
      const flat = kept.get(keyOf(file));
      if (flat === undefined || !flat.includes(`${name} `)) return [];
      return flat.split("\n").flatMap((row) => {
        const [its = "", kind = "", line = ""] = row.split(" ");
        const isKind = kind === "function" || kind === "type" || kind === "constant";
        return its === name && isKind ? [{ name, kind, line: Number(line) }] : [];
      });
    },
  };
}
