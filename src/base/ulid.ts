/** Makes ULIDs: 48 bits of time and 80 random bits, in 26 characters that sort by time. */
import type { Millis } from "./clock.ts";

const digits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const randomCharacters = 16;

/** @param random at least 16 bytes */
export function formatUlid(at: Millis, random: Uint8Array): string {
  let time = "";
  for (let rest = at; time.length < 10; rest = Math.floor(rest / 32)) time = (digits[rest % 32] ?? "") + time;
  const tail = [...random.subarray(0, randomCharacters)].map((byte) => digits[byte % 32]);
  return `${time}${tail.join("")}`;
}
