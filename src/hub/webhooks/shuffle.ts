/** A shuffle that is the same for the same seed, so that a failing test can be repeated. */

/** Returns the items shuffled (Fisher–Yates over mulberry32). */
export function shuffle<T>(items: readonly T[], seed: number): readonly T[] {
  const rest = [...items];
  const shuffled: T[] = [];
  let state = (seed ^ rest.length) >>> 0;
  while (rest.length > 0) {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    shuffled.push(...rest.splice(((mixed ^ (mixed >>> 14)) >>> 0) % rest.length, 1));
  }
  return shuffled;
}
