/** SHA-256 (FIPS 180-4) of a text's UTF-8, for rooms that may not use Node's: where a short hash would be cheap to collide. */

const bytesOfBlock = 64;

/** In lower-case hex. */
export function sha256(text: string): string {
  const state = firstPrimes(8).map((prime) => fraction(Math.sqrt(prime)));
  const message = padded(new TextEncoder().encode(text));
  for (let at = 0; at < message.byteLength; at += bytesOfBlock)
    compress(state, new DataView(message.buffer, at, bytesOfBlock));
  return state.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

const roundConstants: readonly number[] = firstPrimes(64).map((prime) => fraction(Math.cbrt(prime)));

/** The first 32 bits of what is behind the point. */
function fraction(root: number): number {
  return Math.floor((root - Math.floor(root)) * 2 ** 32) | 0;
}

function firstPrimes(count: number): readonly number[] {
  const primes: number[] = [];
  for (let number = 2; primes.length < count; number++)
    if (primes.every((prime) => number % prime !== 0)) primes.push(number);
  return primes;
}

/** With the bit that ends it, and its length in bits as the last eight bytes. */
function padded(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const blocks = Math.ceil((bytes.length + 9) / bytesOfBlock);
  const message = new Uint8Array(blocks * bytesOfBlock);
  message.set(bytes);
  message[bytes.length] = 0x80;
  const view = new DataView(message.buffer);
  view.setBigUint64(message.length - 8, BigInt(bytes.length) * 8n);
  return message;
}

function compress(state: number[], block: DataView): void {
  const words = scheduled(block);
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (const [round, constant] of roundConstants.entries()) {
    const mixed = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25);
    const chosen = (e & f) ^ (~e & g);
    const first = (h + mixed + chosen + constant + (words[round] ?? 0)) | 0;
    const major = (a & b) ^ (a & c) ^ (b & c);
    const second = ((rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + major) | 0;
    [a, b, c, d, e, f, g, h] = [(first + second) | 0, a, b, c, (d + first) | 0, e, f, g];
  }
  for (const [at, word] of [a, b, c, d, e, f, g, h].entries()) state[at] = ((state[at] ?? 0) + word) | 0;
}

function scheduled(block: DataView): readonly number[] {
  const words = Array.from({ length: 16 }, (_, at) => block.getInt32(at * 4));
  for (let at = 16; at < 64; at++) {
    const [early = 0, late = 0] = [words[at - 15], words[at - 2]];
    const one = rotated(early, 7) ^ rotated(early, 18) ^ (early >>> 3);
    const two = rotated(late, 17) ^ rotated(late, 19) ^ (late >>> 10);
    words.push(((words[at - 16] ?? 0) + one + (words[at - 7] ?? 0) + two) | 0);
  }
  return words;
}

function rotated(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}
