/**
 * When nothing stands in a task's way any more, one comment wakes its assignees, or its author where it has none; and
 * one more for each decision that changes after that.
 */
import { toIsoSeconds } from "../../base/clock.ts";
import type { Blocker } from "../blockers.ts";
import { changedDecisions } from "../changed-decisions.ts";
import { freeingOf, isByRemoval, untoldEnds } from "../freeing.ts";
import { peopleOf } from "../people.ts";
import { nothing, type ShowRule, type Situation } from "../rule.ts";
import { taskStanding } from "../task-status.ts";
import { isAdmitted } from "../trust.ts";
import { untoldWaivers } from "../waivers.ts";
import { wakeKey } from "../wakes.ts";

export const wakeWaiting: ShowRule = { name: "wake-waiting", show };

function show(situation: Situation) {
  const { record, context } = situation;
  if (record.reading.kind !== "task" || record.seen.standing.state === "closed" || !isAdmitted(record))
    return nothing;
  const news = newsFor(situation);
  const people = peopleOf(situation).map(({ login }) => login);
  if (news === undefined || people.length === 0) return nothing;
  const { name, isChange, because } = news;
  const waivers = isChange ? [] : untoldWaivers(situation);
  const text = context.render({
    name: "wake",
    data: { people, isChange, waivers, ...endingsOf(news.ended) },
  });
  const marker = wakeKey(name);
  const effect = { type: "AddComment", marker, text } as const;
  return { wishes: [{ slot: "wake", key: marker, effect, reason: { rule: wakeWaiting.name, because } }] };
}

interface News {
  readonly name: string;
  readonly isChange: boolean;
  /** What came to an end, or was decided otherwise, and nobody was told of. */
  readonly ended: readonly Blocker[];
  readonly because: string;
}

/** What to wake somebody for, if they were not yet. */
function newsFor({ view, record }: Situation): News | undefined {
  const { inTheWay, blockers } = taskStanding(view, record);
  const freeing = freeingOf(record, blockers);
  const { woken } = record.memory;
  if (inTheWay.length > 0 || freeing === undefined) return undefined;
  if (!woken.includes(freeing)) {
    const ended = untoldEnds(record, blockers);
    const how = isByRemoval(freeing) ? "an edge was removed" : whenSettled(blockers);
    const because = `Nothing stands in its way any more (${how}).`;
    return { name: freeing, isChange: false, ended, because };
  }
  const changed = changedDecisions(view, blockers).find(({ name }) => !woken.includes(name));
  if (changed === undefined) return undefined;
  const { name, blocker } = changed;
  const because = `A person changed the decision of ${blocker.name} after somebody was woken with another.`;
  return { name, isChange: true, ended: [blocker], because };
}

function endingsOf(ended: readonly Blocker[]) {
  const settled = ended.filter(({ verdict }) => verdict === "settled");
  return {
    settled: settled.map(({ name, title, decision }) => ({ name, title, decision })),
    withdrawn: ended.filter(({ verdict }) => verdict === "withdrawn").map(({ name }) => name),
  };
}

function whenSettled(blockers: readonly Blocker[]): string {
  const closed = blockers.flatMap(({ closedAt }) => closedAt ?? []);
  return closed.length === 0 ? "settled" : `last settled at ${toIsoSeconds(Math.max(...closed))}`;
}
