/**
 * Reads paths by many automata together. The states that all of them are in form one combined state, which is made
 * when a path first reaches it and then kept, so a character of a path mostly costs one look-up, however many globs
 * there are.
 */
import { type Automaton, isOn } from "./automaton.ts";

/** A set of states of the automata. */
export interface CombinedState {
  readonly ids: Int32Array;
  /** The automata that have read a path to its end here, by their place in the list, in order. */
  readonly ends: readonly number[];
  readonly next: Map<number, CombinedState>;
}

export class StateCache {
  readonly #automata: readonly Automaton[];
  /** For each automaton the first of its states, as these are numbered throughout. */
  readonly #offsets: Int32Array;
  /** The automaton of each state. */
  readonly #owner: Int32Array;
  /** The step in which a state was last reached, so that it is added once. */
  readonly #reached: Uint32Array;
  readonly #known = new Map<string, CombinedState>();
  readonly #maxKept: number;
  #kept = 0;
  #step = 0;
  #work = 0;

  /** @param maxKept how many numbers of states are kept; then the cache begins again */
  constructor(automata: readonly Automaton[], maxKept = 500_000) {
    this.#automata = automata;
    this.#maxKept = maxKept;
    this.#offsets = new Int32Array(automata.length);
    let size = 0;
    for (const [at, automaton] of automata.entries()) {
      this.#offsets[at] = size;
      size += automaton.size;
    }
    this.#owner = new Int32Array(size);
    this.#reached = new Uint32Array(size);
    for (const [at, automaton] of automata.entries())
      this.#owner.fill(at, this.#offsets[at], (this.#offsets[at] ?? 0) + automaton.size);
  }

  start(): CombinedState {
    return this.#keep(this.#automata.map(({ start }, at) => start + (this.#offsets[at] ?? 0)));
  }

  after(state: CombinedState, code: number): CombinedState {
    const known = state.next.get(code);
    if (known !== undefined) return known;
    const next = this.#keep(this.#targets(state.ids, code));
    state.next.set(code, next);
    return next;
  }

  /** How many states were gone through since the last call. */
  takeWork(): number {
    const work = this.#work;
    this.#work = 0;
    return work;
  }

  #targets(ids: Int32Array, code: number): readonly number[] {
    this.#step += 1;
    this.#work += ids.length;
    const targets: number[] = [];
    for (const id of ids) {
      const owner = this.#owner[id] ?? 0;
      const offset = this.#offsets[owner] ?? 0;
      const automaton = this.#automata[owner];
      if (automaton === undefined) continue;
      const { firstMove, on, to } = automaton;
      const end = firstMove[id - offset + 1] ?? 0;
      for (let move = firstMove[id - offset] ?? 0; move < end; move++) {
        if (!isOn(on[move] ?? 0, code)) continue;
        const target = (to[move] ?? 0) + offset;
        if (this.#reached[target] === this.#step) continue;
        this.#reached[target] = this.#step;
        targets.push(target);
      }
    }
    return targets;
  }

  #keep(targets: readonly number[]): CombinedState {
    const ids = Int32Array.from(targets).sort();
    const key = ids.join();
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    this.#kept += ids.length + 1;
    if (this.#kept > this.#maxKept) this.#forget(ids.length + 1);
    const state = { ids, ends: this.#endsOf(ids), next: new Map<number, CombinedState>() };
    this.#known.set(key, state);
    return state;
  }

  /** A path that is being read keeps its state; the states that it reaches are made again. */
  #forget(kept: number): void {
    for (const { next } of this.#known.values()) next.clear();
    this.#known.clear();
    this.#kept = kept;
  }

  #endsOf(ids: Int32Array): readonly number[] {
    const ends = new Set<number>();
    for (const id of ids) {
      const owner = this.#owner[id] ?? 0;
      if (this.#automata[owner]?.isEnd[id - (this.#offsets[owner] ?? 0)] === 1) ends.add(owner);
    }
    return [...ends];
  }
}
