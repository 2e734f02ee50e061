/** When nothing stands in a task's way any more, one comment wakes its assignees, or its author where it has none. */
import { toIsoSeconds } from "../../base/clock.ts";
import type { Blocker } from "../blockers.ts";
import { peopleOf } from "../people.ts";
import { nothing, type ShowRule, type Situation } from "../rule.ts";
import { freeingOf, isByRemoval, taskStanding } from "../task-status.ts";
import { isAdmitted } from "../trust.ts";
import { wakeKey } from "../wakes.ts";

export const wakeWaiting: ShowRule = { name: "wake-waiting", show };

function show(situation: Situation) {
  const { view, record, context } = situation;
  if (record.reading.kind !== "task" || record.seen.standing.state === "closed" || !isAdmitted(record))
    return nothing;
  const { inTheWay, blockers } = taskStanding(view, record);
  const freeing = freeingOf(record, blockers);
  if (inTheWay.length > 0 || freeing === undefined || record.memory.woken.includes(freeing)) return nothing;
  const people = peopleOf(situation).map(({ login }) => login);
  if (people.length === 0) return nothing;
  const settled = blockers.filter(({ verdict }) => verdict === "settled").map(settledBy);
  const text = context.render({ name: "wake", data: { people, settled } });
  const marker = wakeKey(freeing);
  const because = `Nothing stands in its way any more (${isByRemoval(freeing) ? "an edge was removed" : whenSettled(blockers)}).`;
  const effect = { type: "AddComment", marker, text } as const;
  return { wishes: [{ slot: "wake", key: marker, effect, reason: { rule: wakeWaiting.name, because } }] };
}

function settledBy({ name, title, decision }: Blocker) {
  return { name, title, decision };
}

function whenSettled(blockers: readonly Blocker[]): string {
  const closed = blockers.flatMap(({ closedAt }) => closedAt ?? []);
  return closed.length === 0 ? "settled" : `last settled at ${toIsoSeconds(Math.max(...closed))}`;
}
