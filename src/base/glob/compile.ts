/**
 * Compiles globs to automata. Alternatives share their beginnings and their ends, so that an automaton is about as
 * large as its glob, however many alternatives that has.
 */
import { type Automaton, anything, inName, slash } from "./automaton.ts";

/** A code point is that character; `any` and `star` stay within a name. */
export type GlobToken =
  | number
  | "any"
  | "star"
  /** Any number of names, each with its slash. */
  | "any folders"
  /** What came before, and everything in a folder of that name. Comes last. */
  | "below"
  | "everything";

export function compile(alternatives: readonly (readonly GlobToken[])[]): Automaton {
  const root: Branch = { next: new Map(), isEnd: false };
  for (const tokens of alternatives) addAlternative(root, tokens);
  const builder = new Builder();
  const start = builder.branch(root);
  return flatten(builder.states, start);
}

/** A tree of the alternatives, by their tokens. */
interface Branch {
  readonly next: Map<GlobToken, Branch>;
  isEnd: boolean;
}

function addAlternative(root: Branch, tokens: readonly GlobToken[]): void {
  let at = root;
  for (const token of tokens) {
    const known = at.next.get(token);
    const next = known ?? { next: new Map(), isEnd: false };
    if (known === undefined) at.next.set(token, next);
    at = next;
  }
  at.isEnd = true;
}

interface State {
  readonly moves: readonly Move[];
  readonly isEnd: boolean;
}

interface Move {
  readonly on: number;
  readonly to: number;
}

/** In a state that is being made: its own number. */
const itself = -1;

class Builder {
  readonly states: State[] = [];
  readonly #known = new Map<string, number>();

  branch({ next, isEnd }: Branch): number {
    const parts = [...next].map(([token, after]) => this.#after(token, after));
    return this.#add(
      parts.flatMap(({ moves }) => moves),
      isEnd || parts.some((part) => part.isEnd),
    );
  }

  /** What a token adds to the state before it. */
  #after(token: GlobToken, after: Branch): State {
    if (token === "everything") return this.#at(this.#everything());
    if (token === "below") return { moves: [{ on: slash, to: this.#everything() }], isEnd: true };
    const to = this.branch(after);
    if (typeof token === "number" || token === "any")
      return { moves: [{ on: token === "any" ? inName : token, to }], isEnd: false };
    const { moves, isEnd } = this.#at(to);
    if (token === "star") return this.#at(this.#add([{ on: inName, to: itself }, ...moves], isEnd));
    const folders = this.#add(
      [
        { on: anything, to: itself },
        { on: slash, to },
      ],
      false,
    );
    return { moves: [...moves, ...this.#at(folders).moves], isEnd };
  }

  #everything(): number {
    return this.#add([{ on: anything, to: itself }], true);
  }

  #at(id: number): State {
    return this.states[id] ?? { moves: [], isEnd: false };
  }

  /** Equal states are one, which is what joins the ends of alternatives. */
  #add(moves: readonly Move[], isEnd: boolean): number {
    const byKey = new Map(moves.map((move) => [`${move.on}>${move.to}`, move]));
    const key = `${isEnd}:${[...byKey.keys()].join()}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const id = this.states.length;
    const own = [...byKey.values()].map((move) => (move.to === itself ? { ...move, to: id } : move));
    this.states.push({ isEnd, moves: own });
    this.#known.set(key, id);
    return id;
  }
}

function flatten(states: readonly State[], start: number): Automaton {
  const moves = states.flatMap((state) => state.moves);
  const firstMove = new Int32Array(states.length + 1);
  for (const [at, state] of states.entries()) firstMove[at + 1] = (firstMove[at] ?? 0) + state.moves.length;
  return {
    start,
    size: states.length,
    firstMove,
    on: Int32Array.from(moves, ({ on }) => on),
    to: Int32Array.from(moves, ({ to }) => to),
    isEnd: Uint8Array.from(states, ({ isEnd }) => (isEnd ? 1 : 0)),
  };
}
