/** Prints once a minute how far a long run is, so that one that is killed leaves a trace. */
const minute = 60_000;

export interface Progress {
  /** Prints if a minute has passed since the last time. Call it often, and only while all promises are kept. */
  readonly report: (counts: Readonly<Record<string, number>>, leases: number) => void;
}

/** @param now in milliseconds, of a clock that does not jump */
export function createProgress(seed: number, now: () => number, print: (line: string) => void): Progress {
  const start = now();
  let reported = 0;
  return {
    report: (counts, leases) => {
      const passed = Math.floor((now() - start) / minute);
      if (passed === reported) return;
      reported = passed;
      print(
        `Chaos, seed ${seed}, minute ${passed}: ${JSON.stringify(counts)}, ${leases} leases; all promises kept so far.`,
      );
    },
  };
}
