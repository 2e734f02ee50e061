/** Everything that answering a question may use, and the shape of the result. */
import type { Proposal } from "../engine/model/proposal.ts";
import type { Settings } from "../protocol/settings/config.ts";
import type { Answerer } from "./answers/answerer.ts";
import type { Knowledge } from "./context/library.ts";
import type { PlaceSearch } from "./definitions/find-place.ts";
import type { EvidenceLimits } from "./gates/evidence-gate.ts";
import type { TrackState } from "./records/tracks.ts";

export interface AnsweringContext {
  readonly knowledge: Knowledge;
  readonly settings: Settings;
  /** Undefined if only quoting is configured. */
  readonly answerer: Answerer | undefined;
  readonly secrets: readonly string[];
  /** Called when the answerer failed and the passages are quoted instead. */
  readonly failed: (because: string) => void;
  readonly signal: AbortSignal;
  /** The status of the repository's tracks, read only if a question asks for it. */
  readonly tracks?: () => Promise<readonly TrackState[]>;
  /**
   * The occurrences in the tree of the name that the question asks about; undefined if it asks about none.
   */
  readonly place?: PlaceSearch | undefined;
  /** Limits other than the default ones, for the benchmark. */
  readonly limits?: EvidenceLimits;
}

export type Worked = Pick<Proposal, "proposed" | "gates" | "passages">;
