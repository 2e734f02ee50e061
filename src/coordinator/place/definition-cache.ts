/** The definitions of files that were read, by blob: the same id is the same text. Bounded; what is lost is read again. */
import type { TreeFile } from "../ports.ts";
import { type Definition, definitionsIn } from "./definitions.ts";

type File = Pick<TreeFile, "path" | "oid">;

export interface DefinitionCache {
  readonly has: (file: File) => boolean;
  readonly keep: (file: File, text: string) => void;
  readonly find: (file: File, name: string) => readonly Definition[];
}

/** Characters of all that is kept: some 150,000 definitions. */
const maxCharacters = 4 * 1024 * 1024;

export function createDefinitionCache(limit: number = maxCharacters): DefinitionCache {
  /** Flat texts, a line for each definition: they hold no part of the file. */
  const kept = new Map<string, string>();
  let characters = 0;
  // Which forms count depends on the file's ending.
  const keyOf = ({ path, oid }: File): string => `${oid} ${path.slice(path.lastIndexOf(".") + 1)}`;
  return {
    has: (file) => kept.has(keyOf(file)),
    keep: (file, text) => {
      const lines = definitionsIn(file.path, text).map(({ name, kind, line }) => `${name} ${kind} ${line}\n`);
      const flat = lines.join("");
      const key = keyOf(file);
      characters += flat.length - (kept.get(key)?.length ?? 0);
      kept.set(key, flat);
      for (const [oldest, its] of kept) {
        if (characters <= limit) break;
        kept.delete(oldest);
        characters -= its.length;
      }
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
