/** Keeps the end of a program's output. However much is written, it holds little more than was asked for. */
export class OutputTail {
  readonly #maxBytes: number;
  #chunks: Buffer[] = [];
  #held = 0;
  #written = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** The size of everything that was written. */
  get written(): number {
    return this.#written;
  }

  push(chunk: Buffer): void {
    this.#written += chunk.length;
    // A copy: a part of a large chunk would keep the whole of it in memory.
    this.#chunks.push(chunk.length > this.#maxBytes ? Buffer.from(chunk.subarray(-this.#maxBytes)) : chunk);
    this.#held += this.#chunks.at(-1)?.length ?? 0;
    for (let first = this.#chunks[0]; first !== undefined; first = this.#chunks[0]) {
      if (this.#held - first.length < this.#maxBytes) return;
      this.#chunks.shift();
      this.#held -= first.length;
    }
  }

  text(): string {
    return Buffer.concat(this.#chunks).subarray(-this.#maxBytes).toString();
  }
}
