/** Finds blockers that will not be resolved, so that only a person can say how the task continues. */

import type { Occasion } from "../model/keys/issue-key.ts";
import type { Blocker } from "./blockers.ts";

export function deadBlockers(blockers: readonly Blocker[]): readonly Blocker[] {
  return blockers.filter(({ verdict }) => verdict === "dead" || verdict === "lost");
}

type Death = Extract<Occasion, { readonly reason: "dead-blocker" }>;

/** A blocker that is reopened and closed this way again is a new occasion. */
export function deadBlockerOccasion({ id, name, closedAt }: Blocker): Death {
  return { reason: "dead-blocker", blocker: id ?? name, closedAt: closedAt ?? 0 };
}

export function isAboutDeadBlocker(blocker: Blocker, death: Death): boolean {
  const its = deadBlockerOccasion(blocker);
  return its.blocker === death.blocker && its.closedAt === death.closedAt;
}
