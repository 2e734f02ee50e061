/** Finds blockers that will not be resolved, so that only a person can say how the task continues. */

import type { OpeningReason } from "../model/keys/issue-key.ts";
import { type Blocker, type BlockerVerdict, keyOfBlocker } from "./blocker.ts";

const isForPerson: Partial<Record<BlockerVerdict, true>> = {
  dead: true,
  lost: true,
  disputed: true,
  unlinked: true,
};

export function deadBlockers(blockers: readonly Blocker[]): readonly Blocker[] {
  return blockers.filter(({ verdict }) => isForPerson[verdict] === true);
}

type Death = Extract<OpeningReason, { readonly type: "dead-blocker" }>;

/** A blocker that is reopened and closed this way again is a new reason. */
export function deadBlockerReason(blocker: Blocker): Death {
  return { type: "dead-blocker", blocker: keyOfBlocker(blocker), closedAt: blocker.closedAt ?? 0 };
}

export function isAboutDeadBlocker(blocker: Blocker, death: Death): boolean {
  const its = deadBlockerReason(blocker);
  return its.blocker === death.blocker && its.closedAt === death.closedAt;
}
