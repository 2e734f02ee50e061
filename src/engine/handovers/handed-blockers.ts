/** Finds what unfinished handovers name under *Blockers*. */

import type { IssueRecord } from "../model/snapshot.ts";
import { recordOf, type View } from "../model/view.ts";
import { handoverIn, unfinishedHandovers } from "./handovers.ts";

export interface HandedBlocker {
  readonly blocker: IssueRecord;
  /** The handover that names it. */
  readonly by: IssueRecord;
}

/** The open issues that accepted handovers name as blocking the completion of `task`. */
export function handedBlockers(view: View, task: IssueRecord): readonly HandedBlocker[] {
  const named = unfinishedHandovers(view, task).flatMap((by) =>
    (handoverIn(by)?.blockers ?? []).flatMap((ref) => {
      const blocker = recordOf(view, by, ref);
      return blocker === undefined ||
        blocker.seen.id === task.seen.id ||
        blocker.seen.issueState.state === "closed"
        ? []
        : [{ blocker, by }];
    }),
  );
  return [...new Map(named.map((each) => [each.blocker.seen.id, each])).values()];
}
