/**
 * Triggers an escalation for a task whose blocker can no longer be resolved: closed, but not as completed,
 * deleted, or moved out of sight.
 */

import { shorten } from "../../protocol/render/shorten.ts";
import type { Need } from "../asking/trigger.ts";
import type { Situation } from "../model/rule.ts";
import { homeName, nameOfId } from "../wording/issue-name.ts";
import type { Blocker } from "./blockers.ts";
import { deadBlockers, deathOf } from "./dead-blockers.ts";
import { taskStanding } from "./task-status.ts";

export function deadBlocker(situation: Situation): readonly Need[] {
  const { view, record } = situation;
  if (record.reading.kind !== "task" || record.seen.standing.state === "closed") return [];
  return deadBlockers(taskStanding(view, record).inTheWay).map((blocker) => need(situation, blocker));
}

function need(situation: Situation, blocker: Blocker): Need {
  const { id, title } = situation.record.seen;
  const regarding = nameOfId(situation, id);
  const state = blocker.verdict === "dead" ? "closed, but not as completed" : "deleted or moved out of sight";
  const { name } = blocker;
  const occasion = deathOf(blocker);
  return {
    occasion,
    actions: [{ do: "cut", blocked: id, blocker: occasion.blocker }, { do: "keep" }],
    title: `Continue "${shorten(title, 40)}" without ${name}?`,
    because: `Its blocker ${name} is ${state}.`,
    data: {
      ...{ reason: "dead-blocker", regarding, title, urgency: "important", words: "" },
      ...{ question: `Continue without ${name}?`, home: homeName(situation), takesOptionsOnly: true },
      ...{ blocker: { name, title: blocker.title, state } },
      ...{ options: [], edges: [], waiting: [{ name: regarding, title }] },
    },
  };
}
