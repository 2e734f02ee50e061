/** Chooses the agent to start on a task: the one that waited, otherwise one that may have it and has the fewest starts. */
import type { Millis } from "../../base/clock.ts";
import { knownGlob } from "../../base/glob/known-globs.ts";
import { whyNotHold } from "../leases/may-hold.ts";
import { isOverlap } from "../locks/conflicts.ts";
import { filesInUse } from "../locks/files-in-use.ts";
import { filesOf } from "../locks/task-files.ts";
import type { RuleInput } from "../model/rule.ts";
import type { StartedTask } from "../model/snapshot.ts";
import { attemptsToFix, hasToWait } from "./has-to-wait.ts";
import { dayMs, isHeldBack } from "./limits.ts";
import { currentStart, type Start, startableAgents } from "./start.ts";

export function candidateFor(input: RuleInput, tasks: readonly StartedTask[]): string | undefined {
  const { record, context } = input;
  const { lease, starts = [] } = record.persisted;
  const agents = startableAgents(context.settings).filter(({ name }) => !isHeldBack(tasks, name));
  if (context.claimsPaused !== undefined || starts.some((start) => isRemoved(start, context.now)))
    return undefined;
  if (lease !== undefined) {
    const last = starts.at(-1);
    const waited = agents.find(({ name }) => name === lease.holder.agent && name === last?.agent);
    if (last?.end !== "rests" || hasToWait(input)) return undefined;
    return attemptsToFix(input) < context.settings.leases.lapses ? waited?.name : undefined;
  }
  return agents
    .filter(({ name, account }) => {
      const holder = { agent: name, account };
      return whyNotHold(input, holder) === undefined && areFilesFree(input, holder, tasks);
    })
    .toSorted((a, b) => currentStarts(tasks, a.name) - currentStarts(tasks, b.name))[0]?.name;
}

/** A user who removed the label wants no agent on this task today. */
function isRemoved({ end, at }: Start, now: Millis): boolean {
  return end === "removed" && at > now - dayMs;
}

function currentStarts(tasks: readonly StartedTask[], agent: string): number {
  return tasks.filter((task) => currentStart(task)?.agent === agent).length;
}

/** Tasks that were offered have no locks until they are claimed. */
function areFilesFree(
  { view, record, context }: RuleInput,
  holder: { readonly agent: string; readonly account: string },
  tasks: readonly StartedTask[],
): boolean {
  if (filesInUse(view, record, holder, context).length > 0) return false;
  const globs = filesOf(record, context.settings).filter((glob) => typeof knownGlob(glob) !== "string");
  const offered = tasks.flatMap((task) =>
    task.id === record.seen.id ? [] : (currentStart(task)?.files ?? []),
  );
  return !globs.some((glob) => offered.some((other) => isOverlap(glob, other)));
}
