/** A question about GitHub that signalbox's behaviour depends on, and how it is answered. */
import type { Observation } from "./observation.ts";
import type { Side } from "./side.ts";

export interface RehearsalCase {
  /** `subject.question`; docs/github.md names it. */
  readonly id: string;
  readonly question: string;
  /** How many issues, comments, labels, branches, pull requests and checks it creates at most. */
  readonly creations: number;
  /** What we take for granted, where the stand-in cannot be asked: it has no such page, or runs nothing. */
  readonly assumed?: Observation;
  /** Asked only with `--exhaust`, as the last one. */
  readonly isCostly?: true;
  readonly observe: (side: Side) => Promise<Observation>;
}
