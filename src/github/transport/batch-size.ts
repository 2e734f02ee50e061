/**
 * How much goes into one request, by installation. GitHub's limit on the work in a request has no number, so
 * a batch grows while GitHub takes it and shrinks when it does not.
 */
import type { InstallationId } from "../../engine/model/fact.ts";

/** Batches that must be taken before the next ones are larger. */
const cleanBefore = 2;

export interface BatchSizes {
  readonly of: (installationId: InstallationId) => number;
  /** A batch was answered in whole. */
  readonly taken: (installationId: InstallationId) => void;
  /** A batch was too much, or its answer was lost. */
  readonly tooMuch: (installationId: InstallationId) => void;
}

interface Size {
  readonly size: number;
  /** Batches taken at this size. */
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
  return {
    of: (id) => sizeOf(id).size,
    taken: (id) => {
      const { size, clean } = sizeOf(id);
      const isProven = clean + 1 >= cleanBefore;
      sizes.set(id, isProven ? { size: Math.min(max, size * 2), clean: 0 } : { size, clean: clean + 1 });
    },
    tooMuch: (id) => {
      sizes.set(id, { size: Math.max(min, Math.floor(sizeOf(id).size / 2)), clean: 0 });
    },
  };
}
