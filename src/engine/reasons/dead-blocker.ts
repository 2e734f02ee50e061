/** A task whose blocker died: closed but not as completed, deleted, moved out of sight. */
import type { Blocker } from "../blockers.ts";
import { deadBlockers, nameOfDeath } from "../dead-blockers.ts";
import { outcomeFor } from "../occasion.ts";
import type { Situation } from "../rule.ts";
import { nameOfId } from "../status/parts.ts";
import { taskStanding } from "../task-status.ts";
import type { Need } from "./reason.ts";

export function deadBlocker(situation: Situation): readonly Need[] {
  const { view, record } = situation;
  if (record.reading.kind !== "task" || record.seen.standing.state === "closed") return [];
  return deadBlockers(taskStanding(view, record).inTheWay).map((blocker) => need(situation, blocker));
}

function need(situation: Situation, blocker: Blocker): Need {
  const { id, title } = situation.record.seen;
  const regarding = nameOfId(situation, id);
  const state = blocker.verdict === "dead" ? "closed, but not as completed" : "deleted or moved out of sight";
  return {
    outcome: outcomeFor("dead-blocker", nameOfDeath(blocker)),
    title: `${blocker.name} will not be done: ${title}`,
    because: `Its blocker ${blocker.name} is ${state}.`,
    data: {
      ...{ reason: "dead-blocker", regarding, title, urgency: "important", words: "" },
      ...{ blocker: { name: blocker.name, title: blocker.title, state } },
      ...{ options: [], edges: [], waiting: [regarding], refs: [regarding] },
    },
  };
}
