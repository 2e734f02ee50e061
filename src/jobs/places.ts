/** A worker serves a limited number of installations at once: a tenure that has no work leaves its place to others. */

export interface Places {
  /**
   * Call it when a tenure rests, and the returned function when it no longer does.
   * @param leave called at most once, perhaps immediately: another installation waits for the place
   */
  readonly resting: (leave: () => void) => () => void;
  /** How many places are needed from now on; replaces what was needed before. */
  readonly need: (count: number) => void;
}

export function createPlaces(): Places {
  /** The longest resting first. */
  const resting = new Set<() => void>();
  let needed = 0;

  function giveUp(): void {
    for (const leave of resting) {
      if (needed === 0) return;
      needed -= 1;
      resting.delete(leave);
      leave();
    }
  }

  return {
    resting: (leave) => {
      const once = (): void => leave();
      resting.add(once);
      giveUp();
      return () => void resting.delete(once);
    },
    need: (count) => {
      needed = count;
      giveUp();
    },
  };
}
