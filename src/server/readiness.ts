/**
 * What has to be so before /health says 200. A newcomer would report ready once the port listens; then a script that
 * waits for it opens its first issue before the labels exist.
 */

/** In the order in which a start goes through them. */
export const conditions = ["store", "github", "labels", "sweep"] as const;
export type Condition = (typeof conditions)[number];

export interface Readiness {
  readonly met: (condition: Condition) => void;
  /** What is missing still, in order. */
  readonly missing: () => readonly Condition[];
  /** Resolves when nothing is missing. */
  readonly whenReady: Promise<void>;
}

export function createReadiness(): Readiness {
  const missing = new Set<Condition>(conditions);
  const { promise, resolve } = Promise.withResolvers<void>();
  return {
    met: (condition) => {
      missing.delete(condition);
      if (missing.size === 0) resolve();
    },
    missing: () => [...missing],
    whenReady: promise,
  };
}
