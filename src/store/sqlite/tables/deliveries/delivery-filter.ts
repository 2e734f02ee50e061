/**
 * A Bloom filter over the GUIDs and bodies of stored deliveries: nearly every delivery is new, and is
 * recognised as new without a query. It says "unknown" only once it holds every row. It does not have to drop
 * pruned rows: "may be known" leads to a query.
 */

/** Bits: 1 MiB. With a million deliveries, about one new delivery in four is still looked up. */
const size = 2 ** 23;
const hashes = 3;
const bitsPerWord = 32;

export class DeliveryFilter {
  readonly #words = new Uint32Array(size / bitsPerWord);

  add(name: string): void {
    for (const bit of bitsOf(name)) {
      const word = bit >>> 5;
      this.#words[word] = (this.#words[word] ?? 0) | (1 << (bit & 31));
    }
  }

  /** Never false for a name that was added. */
  mayHold(name: string): boolean {
    return bitsOf(name).every((bit) => ((this.#words[bit >>> 5] ?? 0) & (1 << (bit & 31))) !== 0);
  }
}

/** FNV-1a over the name, once forwards and once from a different start, combined into `hashes` positions. */
function bitsOf(name: string): readonly number[] {
  let first = 0x811c9dc5;
  let second = 0x9747b28c;
  for (let at = 0; at < name.length; at++) {
    const code = name.charCodeAt(at);
    first = Math.imul(first ^ code, 0x01000193);
    second = Math.imul(second ^ code, 0x5bd1e995);
    second ^= second >>> 15;
  }
  return Array.from({ length: hashes }, (_, each) => (first + each * (second | 1)) & (size - 1));
}
