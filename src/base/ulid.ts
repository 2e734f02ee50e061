/**
 * ULIDs: 26 characters that sort by time (https://github.com/ulid/spec). Time and randomness are parameters, so a
 * test or a replay can make the same id again.
 */
import type { Millis } from "./clock.ts";

const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const pattern = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

/**
 * @param at milliseconds since the epoch, below 2^48
 * @param random at least 10 random bytes
 */
export function ulid(at: Millis, random: Uint8Array): string {
  if (random.length < 10) throw new RangeError(`A ULID needs 10 random bytes, found ${random.length}.`);
  let time = "";
  for (let rest = at, i = 0; i < 10; i++, rest = Math.floor(rest / 32))
    time = alphabet.charAt(rest % 32) + time;
  let bits = 0n;
  for (const byte of random.subarray(0, 10)) bits = (bits << 8n) | BigInt(byte);
  let tail = "";
  for (let i = 0; i < 16; i++, bits >>= 5n) tail = alphabet.charAt(Number(bits & 31n)) + tail;
  return time + tail;
}

/** Whether `text` is a ULID in its canonical upper-case form. */
export function isUlid(text: string): boolean {
  return pattern.test(text);
}
