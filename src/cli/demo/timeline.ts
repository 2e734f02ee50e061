/** Prints what happened, who did it, and when. Times count from the start of the story. */
import type { Clock } from "../../base/clock.ts";

export interface Timeline {
  /** A heading between scenes. */
  readonly scene: (title: string) => void;
  readonly tell: (who: string, what: string) => void;
  /** Milliseconds since the start. */
  readonly elapsedMs: () => number;
}

export function createTimeline(print: (text: string) => void, clock: Clock): Timeline {
  const startedAt = clock.now();
  const elapsedMs = (): number => clock.now() - startedAt;
  return {
    elapsedMs,
    scene: (title) => print(`\n${title}\n`),
    tell: (who, what) => {
      const [first = "", ...more] = what.split("\n");
      const time = `${(elapsedMs() / 1000).toFixed(2)} s`.padStart(9);
      print(`${time}  ${who.padEnd(6)} ${first}\n`);
      for (const line of more) print(`${" ".repeat(18)}${line}\n`);
    },
  };
}
