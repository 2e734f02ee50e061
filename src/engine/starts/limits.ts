/** Decides whether the settings allow one more start, and when an agent that keeps failing is not started any more. */
import type { Millis } from "../../base/clock.ts";
import type { Settings } from "../../protocol/settings/config.ts";
import type { StartedTask } from "../model/snapshot.ts";
import { currentStart, type Start } from "./start.ts";

const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;

export type Room =
  | { readonly type: "free" }
  /** As many as may be in progress: the end of one makes room. */
  | { readonly type: "full" }
  /** There were too many within an hour or a day, until then. */
  | { readonly type: "later"; readonly at: Millis };

export function roomFor(
  tasks: readonly StartedTask[],
  { starts }: Pick<Settings, "starts">,
  now: Millis,
): Room {
  const current = tasks.filter((task) => currentStart(task) !== undefined).length;
  if (current >= starts.parallel) return { type: "full" };
  const times = tasks.flatMap((task) => task.starts.map(({ at }) => at)).toSorted((a, b) => b - a);
  const at = Math.max(freeAt(times, starts.per_hour, hourMs), freeAt(times, starts.per_day, dayMs));
  return at > now ? { type: "later", at } : { type: "free" };
}

/** When fewer than `limit` of `times`, which are sorted from the newest, are within the period. */
function freeAt(times: readonly Millis[], limit: number, periodMs: number): Millis {
  const decisive = times[limit - 1];
  return decisive === undefined ? 0 : decisive + periodMs;
}

/** How many of an agent's starts failed in a row, the newest included. */
export function failuresInRow(tasks: readonly StartedTask[], agent: string): number {
  const ended = tasks
    .flatMap(({ starts }) => starts)
    .filter((start): start is Start => start.agent === agent && start.end !== undefined)
    .toSorted((a, b) => b.at - a.at);
  const firstOther = ended.findIndex(({ end }) => end !== "failed");
  return firstOther < 0 ? ended.length : firstOther;
}

/** Whether people are asked about a task on which the agent failed. */
export function isHeldBack(tasks: readonly StartedTask[], agent: string): boolean {
  return tasks.some(({ starts }) => {
    const last = starts.at(-1);
    return last?.agent === agent && last.isAsked === true;
  });
}
