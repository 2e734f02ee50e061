/**
 * One at a time: a cycle that decides from records and a receipt that changes them must not interleave, or the later
 * commit would undo the earlier. A newcomer would read GitHub inside a turn: a turn holds up everybody.
 */
export interface Turns {
  /** Runs `work` when everybody before has finished; a failure is the caller's alone. */
  readonly take: <T>(work: () => Promise<T>) => Promise<T>;
}

export function createTurns(): Turns {
  let last: Promise<unknown> = Promise.resolve();
  return {
    take: (work) => {
      const turn = last.then(work, work);
      last = turn.catch(() => {});
      return turn;
    },
  };
}
