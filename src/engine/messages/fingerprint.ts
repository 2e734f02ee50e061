/**
 * Returns a short name for a long text, for use in keys: FNV-1a, 32 bits, twice with different seeds. Not for
 * secrets.
 */
export function fingerprint(text: string): string {
  return hash(text, 0x811c9dc5) + hash(text, 0x01000193);
}

function hash(text: string, seed: number): string {
  let value = seed;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return (value >>> 0).toString(16).padStart(8, "0");
}
