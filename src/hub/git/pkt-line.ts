/** Git's framing on the wire: four hexadecimal digits of length, then the content; `0000` ends a list. */

export const flush = "0000";

export function pktLine(content: string): string {
  return (Buffer.byteLength(content) + 4).toString(16).padStart(4, "0") + content;
}

export interface PktList {
  readonly lines: readonly string[];
  /** The bytes after the end of the list. */
  readonly rest: Buffer;
}

/** Reads one list. @returns undefined if it is malformed or longer than `max` lines */
export function readPktLines(bytes: Buffer, max: number): PktList | undefined {
  const lines: string[] = [];
  for (let at = 0; lines.length <= max; ) {
    const digits = bytes.subarray(at, at + 4).toString("latin1");
    if (!/^[0-9a-f]{4}$/i.test(digits)) return undefined;
    const length = Number.parseInt(digits, 16);
    if (length === 0) return { lines, rest: bytes.subarray(at + 4) };
    if (length < 4 || at + length > bytes.length) return undefined;
    lines.push(bytes.subarray(at + 4, at + length).toString());
    at += length;
  }
  return undefined;
}
