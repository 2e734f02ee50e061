/** Automata that read paths, one character after another. */

/** The moves of state `s` are those from `firstMove[s]` up to `firstMove[s + 1]`. */
export interface Automaton {
  readonly start: number;
  readonly size: number;
  readonly firstMove: Int32Array;
  /** The character of each move: a code point, {@link inName} or {@link anything}. */
  readonly on: Int32Array;
  readonly to: Int32Array;
  readonly isEnd: Uint8Array;
}

export const slash = 0x2f;
/** A move on any character but a slash. */
export const inName = -1;
export const anything = -2;

/** Whether the automaton reads this text to its end. */
export function accepts({ start, size, firstMove, on, to, isEnd }: Automaton, folded: string): boolean {
  // The character at which a state was last reached, so that it is entered once for each.
  const reached = new Uint32Array(size);
  let current = new Int32Array(size);
  let next = new Int32Array(size);
  current[0] = start;
  let count = 1;
  for (let at = 0; at < folded.length && count > 0; ) {
    const code = folded.codePointAt(at) ?? 0;
    at += code > 0xffff ? 2 : 1;
    let nextCount = 0;
    for (let index = 0; index < count; index++) {
      const id = current[index] ?? 0;
      const end = firstMove[id + 1] ?? 0;
      for (let move = firstMove[id] ?? 0; move < end; move++) {
        if (!isOn(on[move] ?? 0, code)) continue;
        const target = to[move] ?? 0;
        if (reached[target] === at) continue;
        reached[target] = at;
        next[nextCount++] = target;
      }
    }
    [current, next] = [next, current];
    count = nextCount;
  }
  return current.subarray(0, count).some((id) => isEnd[id] === 1);
}

/**
 * Whether both automata read one and the same path, found by walking both along all paths simultaneously. The
 * result is exact: to match one pattern as text against the other would miss `a*` and `*b`.
 */
export function haveCommonText(a: Automaton, b: Automaton): boolean {
  return new Walk(a, b).reachesEnd();
}

/** Whether a move can be made on this character. */
export function isOn(on: number, code: number): boolean {
  return on === code || on === anything || (on === inName && code !== slash);
}

class Walk {
  readonly #a: Automaton;
  readonly #b: Automaton;
  /** By pair of states, and whether a name begins there: names are never empty. */
  readonly #seen: Uint8Array;
  readonly #open: number[] = [];

  constructor(a: Automaton, b: Automaton) {
    this.#a = a;
    this.#b = b;
    this.#seen = new Uint8Array(a.size * b.size * 2);
  }

  reachesEnd(): boolean {
    this.#visit(this.#a.start, this.#b.start, true);
    for (let next = this.#open.pop(); next !== undefined; next = this.#open.pop()) {
      const pair = next >> 1;
      const b = pair % this.#b.size;
      if (this.#expand((pair - b) / this.#b.size, b, (next & 1) === 1)) return true;
    }
    return false;
  }

  #visit(a: number, b: number, isNameStart: boolean): void {
    const key = (a * this.#b.size + b) * 2 + (isNameStart ? 1 : 0);
    if (this.#seen[key] === 1) return;
    this.#seen[key] = 1;
    this.#open.push(key);
  }

  /** Whether a common path ends here; otherwise notes the pairs that follow. */
  #expand(atA: number, atB: number, isNameStart: boolean): boolean {
    const a = this.#a;
    const b = this.#b;
    if (a.isEnd[atA] === 1 && b.isEnd[atB] === 1 && !isNameStart) return true;
    const endA = a.firstMove[atA + 1] ?? 0;
    const startB = b.firstMove[atB] ?? 0;
    const endB = b.firstMove[atB + 1] ?? 0;
    for (let i = a.firstMove[atA] ?? 0; i < endA; i++) {
      const onA = a.on[i] ?? 0;
      const toA = a.to[i] ?? 0;
      for (let j = startB; j < endB; j++) {
        const onB = b.on[j] ?? 0;
        if (!isNameStart && canBeSlash(onA) && canBeSlash(onB)) this.#visit(toA, b.to[j] ?? 0, true);
        if (haveCommonLetter(onA, onB)) this.#visit(toA, b.to[j] ?? 0, false);
      }
    }
    return false;
  }
}

function canBeSlash(on: number): boolean {
  return on === slash || on === anything;
}

/** Whether both can be one and the same character of a name. */
function haveCommonLetter(a: number, b: number): boolean {
  return a !== slash && b !== slash && (a === b || a < 0 || b < 0);
}
