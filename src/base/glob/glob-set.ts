/**
 * Finds those of many globs that match a path. Globs that begin with the same literal characters are read together,
 * and are only looked at if the path begins with these characters.
 */
import type { FileGlob } from "./file-glob.ts";
import type { FilePath } from "./overlap.ts";
import { type CombinedState, StateCache } from "./state-cache.ts";

/** Steps of the automata after which other work may run. */
const stepsInTurn = 50_000;

/** Globs that one cache reads together: all of their states may be reached by one character. */
const maxTogether = 256;

interface Branch {
  readonly next: Map<string, Branch>;
  readonly groups: Group[];
}

/** Globs with the same literal beginning. */
interface Group {
  readonly places: readonly number[];
  readonly cache: StateCache;
  /** After the literal beginning. */
  readonly start: CombinedState;
}

export class GlobSet {
  readonly #root: Branch = { next: new Map(), groups: [] };
  #work = 0;

  /** In steps, as there may be thousands. */
  static *of(globs: readonly FileGlob[]): Generator<void, GlobSet> {
    const set = new GlobSet();
    const byPrefix = Map.groupBy(globs.keys(), (at) => globs[at]?.prefix ?? "");
    for (const [prefix, places] of byPrefix)
      for (let from = 0; from < places.length; from += maxTogether) {
        set.#add(prefix, places.slice(from, from + maxTogether), globs);
        yield;
      }
    return set;
  }

  /** The places of the globs that match the file, or a folder that it is in: in order. */
  *matching({ folded }: FilePath): Generator<void, readonly number[]> {
    const found: number[] = [];
    let branch: Branch | undefined = this.#root;
    for (let at = 0; branch !== undefined; ) {
      for (const group of branch.groups) found.push(...(yield* this.#ends(group, folded, at)));
      const char = charAt(folded, at);
      if (char === "") break;
      at += char.length;
      branch = branch.next.get(char);
    }
    return found.toSorted((a, b) => a - b);
  }

  *#ends({ places, cache, start }: Group, folded: string, from: number): Generator<void, readonly number[]> {
    let state = start;
    for (let at = from; at < folded.length && state.ids.length > 0; ) {
      const code = folded.codePointAt(at) ?? 0;
      at += code > 0xffff ? 2 : 1;
      state = cache.after(state, code);
      this.#work += 1 + cache.takeWork();
      if (this.#work < stepsInTurn) continue;
      this.#work = 0;
      yield;
    }
    return state.ends.map((end) => places[end] ?? 0);
  }

  #add(prefix: string, places: readonly number[], globs: readonly FileGlob[]): void {
    let branch = this.#root;
    for (const char of prefix) {
      const next = branch.next.get(char) ?? { next: new Map(), groups: [] };
      branch.next.set(char, next);
      branch = next;
    }
    const cache = new StateCache(places.flatMap((at) => globs[at]?.automaton ?? []));
    let start = cache.start();
    for (const char of prefix) start = cache.after(start, char.codePointAt(0) ?? 0);
    branch.groups.push({ places, cache, start });
  }
}

function charAt(text: string, at: number): string {
  const code = text.codePointAt(at);
  return code === undefined ? "" : String.fromCodePoint(code);
}
