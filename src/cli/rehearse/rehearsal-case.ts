/** A question about GitHub that signalbox's behaviour depends on, and how it is answered. */
import type { Observation } from "./observation.ts";
import type { Side } from "./side.ts";

export interface RehearsalCase {
  /** `subject.question`; docs/github.md names it. */
  readonly id: string;
  readonly question: string;
  /** How many issues, comments, labels and checks it creates at most. */
  readonly creations: number;
  readonly observe: (side: Side) => Promise<Observation>;
}
