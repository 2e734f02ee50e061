/**
 * How much goes into one request, by installation. GitHub's limit on the work in a request has no number, and it
 * ends a request after ten seconds. So a batch grows while GitHub accepts it quickly, and shrinks otherwise.
 */
import type { Millis } from "../../base/clock.ts";
import type { InstallationId } from "../../engine/model/fact.ts";

/** Batches that must be accepted before the next ones are larger. */
const cleanBefore = 2;
/** A batch grows only if, at the speed of the last ones, twice as much would take no longer than this. */
const quickMs = 3_000;
/** A batch that takes longer than this came too close to GitHub's ten seconds. */
const slowMs = 6_000;

export interface Accepted {
  /** How much was in the batch. */
  readonly count: number;
  readonly tookMs: Millis;
}

export interface BatchSizes {
  readonly of: (installationId: InstallationId) => number;
  /** GitHub processed a whole batch. */
  readonly accepted: (installationId: InstallationId, batch: Accepted) => void;
  /** A batch was too much, or its response was lost. */
  readonly tooMuch: (installationId: InstallationId) => void;
}

interface Size {
  readonly size: number;
  /** Batches that GitHub accepted quickly at this size. */
  readonly clean: number;
}

export interface SizeLimits {
  readonly initial: number;
  readonly max: number;
  readonly min: number;
}

export function createBatchSizes({ initial, max, min }: SizeLimits): BatchSizes {
  const sizes = new Map<InstallationId, Size>();
  const sizeOf = (id: InstallationId): Size => sizes.get(id) ?? { size: initial, clean: 0 };
  const tooMuch = (id: InstallationId): void => {
    sizes.set(id, { size: Math.max(min, Math.floor(sizeOf(id).size / 2)), clean: 0 });
  };
  return {
    of: (id) => sizeOf(id).size,
    accepted: (id, { count, tookMs }) => {
      const { size, clean } = sizeOf(id);
      const larger = Math.min(max, size * 2);
      if (tookMs > slowMs) tooMuch(id);
      else if ((tookMs / count) * larger > quickMs) sizes.set(id, { size, clean: 0 });
      else if (clean + 1 < cleanBefore) sizes.set(id, { size, clean: clean + 1 });
      else sizes.set(id, { size: larger, clean: 0 });
    },
    tooMuch,
  };
}
